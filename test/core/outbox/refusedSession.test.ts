import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { OFFLINE } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/**
 * A write is refused for a session that has ended, and the session is renewed, which takes a while in
 * which others act. And what was refused may have been done all the same, by a copy on its way.
 */

const METER = '{"id":12,"regNo":"WB 12","defaultLabel":"old","odometer":4000}';
const AT = '2026-11-02T08:00:00.000Z';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', METER);
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const elsewhere = (field: string, value: string) => {
  const table = desk.service.table('vehicle');
  table.set('12', setJsonMembers(table.get('12') ?? '', new Map([[field, value]])));
};

/** Somebody else acts while the session is renewed, the `nth` time that it is. */
function meanwhile(act: () => void, nth = 1): void {
  const real = desk.service.mutate.bind(desk.service);
  let renewed = 0;
  desk.service.mutate = (...request) => {
    const outcome = real(...request);
    if (outcome === 'crash' || outcome.is !== 'renewed') return outcome;
    renewed += 1;
    if (renewed === nth) act();
    return outcome;
  };
}

const rename = () => desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'mine' });
const entry = () =>
  desk.write('calibrateOdometer', { vehicleId: '12' }, { occurredAt: AT, odometer: 5000 });

describe('a change that was refused for a session that had ended', () => {
  it('is sent once the session is renewed', async () => {
    desk.service.faults = ['renewed'];
    const op = await rename();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle', 'updateVehicle']);
    expect((await desk.op(op.id)).attempts).toBe(1);
  });

  it.each(['renewed', 'copyRenewed'] as const)(
    'asks where somebody set the field meanwhile: %s',
    async (fault) => {
      desk.service.faults = [fault];
      meanwhile(() => elsewhere('defaultLabel', '"theirs"'));
      const op = await rename();
      await desk.settled(op.id, 'NEEDS_USER');
      expect((await desk.op(op.id)).error?.code).toBe('outbox.conflict');
      expect(sent()).toEqual(['updateVehicle']);
    },
  );

  it('is not sent again where it was done all the same', async () => {
    desk.service.faults = ['copyRenewed'];
    const op = await rename();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle']);
  });

  it('goes with the new session at once where that was refused just before', async () => {
    desk.service.faults = ['renewed', 'renewed'];
    const op = await rename();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle', 'updateVehicle', 'updateVehicle']);
  });

  it('is looked at once more where the session was renewed twice, and asks where somebody set the field', async () => {
    desk.service.faults = ['renewed', 'copyRenewed'];
    meanwhile(() => elsewhere('defaultLabel', '"theirs"'), 2);
    const op = await rename();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.conflict');
    expect(sent()).toEqual(['updateVehicle', 'updateVehicle']);
  });

  it('is not sent a third time where the second one was done all the same', async () => {
    desk.service.faults = ['renewed', 'copyRenewed'];
    const op = await rename();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle', 'updateVehicle']);
  });
});

describe('an entry of a meter that was refused', () => {
  it.each(['copyRenewed', 'copyTooMany'] as const)(
    'is not made again where it was made all the same: %s',
    async (fault) => {
      desk.service.faults = [fault];
      const op = await entry();
      await desk.settled(op.id, 'CONFIRMED');
      expect(sent()).toEqual(['calibrateOdometer']);
    },
  );

  it('goes with the new session at once where that was refused just before', async () => {
    desk.service.faults = ['renewed', 'renewed'];
    const op = await entry();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toHaveLength(3);
  });

  it('is not made again where the second refusal was the answer of another request', async () => {
    desk.service.faults = ['renewed', 'copyRenewed'];
    const op = await entry();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['calibrateOdometer', 'calibrateOdometer']);
    expect(desk.service.arrivals.filter(({ applied }) => applied)).toHaveLength(1);
  });

  it('stays queued where the meter can not be read after the second refusal', async () => {
    desk.service.faults = ['renewed', 'copyRenewed'];
    const read = desk.service.read.bind(desk.service);
    let failing = false;
    meanwhile(() => (failing = true), 2);
    desk.service.read = (name, params) => {
      if (!failing || name === 'getMe') return read(name, params);
      failing = false;
      return { ok: false, error: OFFLINE };
    };
    const op = await entry();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['calibrateOdometer', 'calibrateOdometer']);
  });

  it.each(['renewed', 'copyRenewed', 'copyTooMany'] as const)(
    'asks where the meter showed the very same before: %s',
    async (fault) => {
      elsewhere('odometer', '5000');
      desk.service.faults = [fault];
      const op = await entry();
      await desk.settled(op.id, 'NEEDS_USER');
      expect(await desk.op(op.id)).toMatchObject({ error: { code: 'outbox.unverifiable' } });
      expect(sent()).toEqual(['calibrateOdometer']);
      expect((await desk.outbox.retry(op.id)).ok).toBe(true);
      await desk.settled(op.id, 'CONFIRMED');
      expect(sent()).toEqual(['calibrateOdometer', 'calibrateOdometer']);
    },
  );

  it('asks once more where that was done, and got the refusal of the request before', async () => {
    elsewhere('odometer', '5000');
    desk.service.faults = ['renewed', 'copyRenewed'];
    const op = await entry();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await expect.poll(() => sent()).toHaveLength(2);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toHaveLength(2);
  });

  it('asks where somebody else made one meanwhile, and goes where a person says so', async () => {
    desk.service.faults = ['renewed'];
    meanwhile(() => elsewhere('odometer', '7000'));
    const op = await entry();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({ error: { code: 'outbox.unverifiable' } });
    expect(sent()).toEqual(['calibrateOdometer']);
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['calibrateOdometer', 'calibrateOdometer']);
  });
});

describe('a create that was refused for a session that had ended', () => {
  const create = () =>
    desk.write('createVehicle', {}, { regNo: 'NEW 1', model: 'Model', defaultLabel: 'L' });

  it('asks about a new record that shows most of it: somebody may have changed it meanwhile', async () => {
    desk.service.faults = ['copyRenewed'];
    meanwhile(() =>
      desk.service
        .table('vehicle')
        .set('901', '{"id":901,"regNo":"THEIRS","model":"Model","defaultLabel":"L"}'),
    );
    const op = await create();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createVehicle']);
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
  });

  it('is looked for as it was sent, too, where a person changes it afterwards', async () => {
    desk.service.faults = [{ status: 409, done: true }];
    const op = await create();
    await desk.settled(op.id, 'NEEDS_USER');
    desk.clock.advance(120_000);
    const edit = { regNo: 'NEW 2', model: 'Other', defaultLabel: 'Another' };
    expect((await desk.outbox.edit(op.id, edit)).ok).toBe(true);
    await desk.until(async () => (await desk.op(op.id)).state !== 'QUEUED');
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
    expect(sent()).toEqual(['createVehicle']);
  });

  it('is sent a second time by itself where it had never left for want of a session', async () => {
    desk.service.faults = ['shut', 'requestLost'];
    const op = await create();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it('asks where nothing tells any more what was there before, and goes where a person says so', async () => {
    desk.service.faults = ['signIn'];
    const op = await create();
    await desk.until(async () => sent().length === 1 && (await desk.op(op.id)).state === 'QUEUED');
    desk.inFile((db) => db.exec('DELETE FROM baseline'));
    await desk.restart();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.unverifiable');
    expect(sent()).toEqual(['createVehicle']);
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it.each(['copyRenewed', 'copyTooMany', 'renewed'] as const)(
    'asks where no list proves to be complete, and goes where a person says so: %s',
    async (fault) => {
      desk.service.miscounts = true;
      desk.service.faults = [fault];
      const op = await create();
      await desk.settled(op.id, 'NEEDS_USER');
      expect((await desk.op(op.id)).error?.code).toBe('outbox.unverifiable');
      expect(sent()).toEqual(['createVehicle']);
      expect((await desk.outbox.retry(op.id)).ok).toBe(true);
      await desk.until(() => sent().length === 2);
    },
  );

  it('asks, too, where the list before it proved itself, and none does so any more', async () => {
    desk.service.faults = ['copyTooMany'];
    const op = await create();
    await desk.until(() => sent().length === 1);
    desk.service.miscounts = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createVehicle']);
  });
});
