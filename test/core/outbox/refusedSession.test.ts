import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
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

/** Somebody else acts while the session is renewed. */
function meanwhile(act: () => void): void {
  const real = desk.service.mutate.bind(desk.service);
  desk.service.mutate = (...request) => {
    const outcome = real(...request);
    if (outcome !== 'crash' && outcome.is === 'renewed') act();
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
