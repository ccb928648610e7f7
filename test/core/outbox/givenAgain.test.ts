import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/**
 * A service that was restored from a backup gives ids again. What waits for the record that had the
 * id before must not reach the one that has it now.
 */

const THEN = '2026-03-01T08:00:00.000Z';
const SINCE = '2026-11-20T17:30:00.000Z';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const record = (name: string, createdAt: string): string =>
  JSON.stringify({ id: 5, name, regNo: name, color: '#aa0000', status: 'active', createdAt });

async function known(): Promise<void> {
  await desk.give('area', record('Yard', THEN));
  await desk.give('vehicle', record('AB 1', THEN));
}

/** The service has another record under the id; the mirror does not know yet. */
function givenAgain(): void {
  desk.service.table('area').set('5', record('Somebody’s depot', SINCE));
  desk.service.table('vehicle').set('5', record('XY 9', SINCE));
}

const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);

const WRITES = [
  ['updateArea', { areaId: '5' }, { color: '#00bb00' }],
  ['archiveArea', { areaId: '5' }, {}],
  ['deleteArea', { areaId: '5' }, {}],
  ['calibrateOdometer', { vehicleId: '5' }, { occurredAt: SINCE, odometer: 5000 }],
] as const;

describe('an id that names another record by now', () => {
  it.each(WRITES)('%s asks, and nothing is sent', async (endpoint, params, body) => {
    await known();
    desk.connection.maySend = false;
    const op = await desk.write(endpoint, { ...params }, body);
    givenAgain();
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    const asked = await desk.op(op.id);
    expect(asked.error?.code).toBe('outbox.another');
    expect(asked.remedies).toEqual(['retry', 'discard']);
    expect(sent()).toEqual([]);
  });

  it('is not what a meter shows that is answered with some record by mistake', async () => {
    await known();
    const real = desk.service.read.bind(desk.service);
    let mixedUp = 0;
    desk.service.read = (name, params) => {
      if (name !== 'getOdometer' || mixedUp > 0) return real(name, params);
      mixedUp += 1;
      return ok({ status: 200, headers: {}, text: record('XY 9', SINCE), path: '$' });
    };
    const body = { occurredAt: SINCE, odometer: 5000 };
    const op = await desk.write('calibrateOdometer', { vehicleId: '5' }, body);
    await desk.settled(op.id, 'CONFIRMED');
    expect(mixedUp).toBe(1);
    expect(sent()).toEqual(['calibrateOdometer']);
  });

  it('is no proof of a write in doubt', async () => {
    await known();
    desk.service.faults = ['requestLost'];
    const op = await desk.write('deleteArea', { areaId: '5' });
    await desk.until(() => sent().length === 1);
    givenAgain();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.another');
    expect(sent()).toEqual(['deleteArea']);
  });

  it('gets the write once a person says so', async () => {
    await known();
    desk.connection.maySend = false;
    const op = await desk.write('archiveArea', { areaId: '5' });
    givenAgain();
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    const again = await desk.outbox.retry(op.id);
    expect(again.ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['archiveArea']);
  });
});

describe('the same record', () => {
  it.each([
    ['renamed by others', record('Old yard', THEN)],
    ['of which the list tells another time', record('Yard', SINCE)],
    ['that tells no time', JSON.stringify({ id: 5, name: 'Other', color: '#aa0000' })],
  ])('%s gets its write', async (_how, text) => {
    await known();
    desk.connection.maySend = false;
    const op = await desk.write('updateArea', { areaId: '5' }, { color: '#00bb00' });
    desk.service.table('area').set('5', text);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateArea']);
  });
});

/** An earlier create made 901, which the backup lacks; so much later, ms, by this computer's clock. */
async function lost(laterMs: number): Promise<void> {
  const first = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
  await desk.settled(first.id, 'CONFIRMED');
  desk.service.table('vehicle').delete('901');
  desk.clock.advance(laterMs);
}

describe('a create whose record has the id of an earlier one that is gone', () => {
  it.each(['the same', 'another'])(
    'asks, and is not made twice: %s registration',
    async (which) => {
      await lost(60_000);
      desk.service.faults = ['requestLost'];
      const regNo = which === 'the same' ? 'NEW 1' : 'NEW 2';
      const op = await desk.write('createVehicle', {}, { regNo });
      await desk.settled(op.id, 'UNCERTAIN');
      desk.service.table('vehicle').set('901', JSON.stringify({ id: 901, regNo }));
      await desk.settled(op.id, 'NEEDS_USER');
      expect(await desk.op(op.id)).toMatchObject({
        error: { code: 'outbox.unverifiable' },
        candidates: ['901'],
      });
      expect(sent()).toEqual(['createVehicle', 'createVehicle']);
      expect((await desk.outbox.link(op.id, '901')).ok).toBe(true);
      expect(await desk.op(op.id)).toMatchObject({ state: 'CONFIRMED', targetId: '901' });
      expect(await desk.shown('vehicle', '901')).toContain(regNo);
    },
  );

  it.each(['waits', 'has asked since'])(
    'asks, and is not made twice, where a write for the earlier one %s',
    async (how) => {
      const first = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
      await desk.settled(first.id, 'CONFIRMED');
      desk.service.table('vehicle').delete('901');
      const waiting = await desk.write('updateVehicle', { vehicleId: '901' }, { regNo: 'NEW 3' });
      if (how === 'waits') await desk.outbox.hold(waiting.id);
      desk.clock.advance(60_000);
      desk.service.faults = ['requestLost'];
      const op = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
      await desk.settled(op.id, 'UNCERTAIN');
      desk.service.table('vehicle').set('901', JSON.stringify({ id: 901, regNo: 'NEW 2' }));
      await desk.settled(op.id, 'NEEDS_USER');
      expect((await desk.op(op.id)).candidates).toEqual(['901']);
      expect(sent().filter((endpoint) => endpoint === 'createVehicle')).toHaveLength(2);
    },
  );
});

/** A create is in doubt; what somebody else had under the id 880 before it is another record, or changed. */
async function createBeside(regNo: string, createdAt: string): Promise<string> {
  await desk.give('vehicle', JSON.stringify({ id: 880, regNo: 'AB 1', createdAt: THEN }));
  desk.service.faults = ['requestLost'];
  const op = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
  await desk.settled(op.id, 'UNCERTAIN');
  desk.service.table('vehicle').set('880', JSON.stringify({ id: 880, regNo, createdAt }));
  return op.id;
}

describe('a create at a service that was put back to a backup', () => {
  it.each([
    ['the clock was put back since the earlier one', -3_600_000, 'NEW 2'],
    ['somebody changed its record, which has the id of a lost one', 60_000, 'CHANGED'],
  ])('asks, and is not made twice, where %s', async (_where, laterMs, regNo) => {
    await lost(laterMs);
    desk.service.faults = ['requestLost'];
    const op = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.table('vehicle').set('901', JSON.stringify({ id: 901, regNo }));
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it.each([
    ['the same', 'NEW 2'],
    ['changed since', 'CHANGED'],
  ])('asks where its record, %s, has the id of what somebody else had there', async (_how, now) => {
    const id = await createBeside(now, SINCE);
    await desk.settled(id, 'NEEDS_USER');
    expect((await desk.op(id)).candidates).toEqual(['880']);
    expect(sent()).toEqual(['createVehicle']);
  });

  it('is sent again where what was there before is as old as it was', async () => {
    const id = await createBeside('CHANGED', THEN);
    await desk.settled(id, 'CONFIRMED');
    expect((await desk.op(id)).targetId).toBe('901');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it('finds its record under an id that was there before it was first refused', async () => {
    await desk.give('vehicle', '{"id":901,"regNo":"AB 1"}');
    desk.service.faults = ['rateLimited'];
    const op = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
    await desk.until(() => sent().length === 1);
    desk.service.table('vehicle').delete('901');
    desk.service.faults = ['replyLost'];
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('901');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it('asks where its record has the id of one that this desk made and lost between its requests', async () => {
    desk.connection.maySend = false;
    const refused = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
    const other = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    desk.service.faults = ['rateLimited'];
    desk.connection.maySend = true;
    await desk.settled(other.id, 'CONFIRMED');
    expect((await desk.op(other.id)).targetId).toBe('901');
    expect((await desk.op(refused.id)).state).toBe('QUEUED');
    desk.service.table('vehicle').delete('901');
    desk.service.faults = ['requestLost'];
    await desk.settled(refused.id, 'UNCERTAIN');
    desk.service.table('vehicle').set('901', '{"id":901,"regNo":"NEW 2"}');
    await desk.settled(refused.id, 'NEEDS_USER');
    expect((await desk.op(refused.id)).candidates).toEqual(['901']);
    expect(sent()).toHaveLength(3);
    expect((await desk.outbox.link(refused.id, '901')).ok).toBe(true);
    expect(await desk.op(refused.id)).toMatchObject({ state: 'CONFIRMED', targetId: '901' });
  });

  it('shows a second record under the id of a lost one', async () => {
    await lost(60_000);
    const op = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('902');
    desk.service.table('vehicle').set('901', JSON.stringify({ id: 901, regNo: 'NEW 2' }));
    await desk.until(async () => (await desk.op(op.id)).candidates?.length === 1);
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
  });

  it('does not take for its record what somebody else made under the id that it was answered with', async () => {
    desk.service.faults = [
      { answeredWith: '{"id":"5","name":"Depot","type":"circle","radius":60}' },
    ];
    const body = { name: 'Depot', type: 'circle', radius: 60, coordinates: [{ lat: 1, lng: 2 }] };
    const op = await desk.write('createArea', {}, body);
    await desk.settled(op.id, 'UNCERTAIN');
    const other = {
      id: '5',
      name: 'Theirs',
      type: 'circle',
      radius: 60,
      coordinates: [{ lat: 9, lng: 9 }],
    };
    const at = new Date(desk.clock.now()).toISOString();
    desk.service.table('area').set('5', JSON.stringify({ ...other, createdAt: at, updatedAt: at }));
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({ error: { code: 'outbox.unverifiable' } });
    expect(sent()).toEqual(['createArea']);
  });
});
