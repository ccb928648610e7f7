import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bench } from './support.ts';
import type { Bench } from './support.ts';
import { valueOf } from '../db/support.ts';

/** Assignments where somebody else has assigned another one meanwhile: who would be put out by them. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  desk.connection.maySend = false;
  await desk.give('vehicle', '{"id":1,"regNo":"B 1","driver":null,"deviceId":null}');
  await desk.give('device', '{"id":5,"imei":"350000000000005","vehicle":null}');
  await desk.give('device', '{"id":6,"imei":"350000000000006","vehicle":null}');
  await desk.give('driver', '{"id":31,"fullName":"Ada Quill"}');
});
afterEach(() => desk.close());

const install = (deviceId: string, vehicleId: string) =>
  desk.write('installDevice', { deviceId }, { vehicleId });
const goOnline = (): void => {
  desk.connection.maySend = true;
  desk.outbox.wake();
};
/** What arrived, by the names of the endpoints. */
const arrived = (): string[] => desk.service.arrivals.map(({ endpoint }) => endpoint);

describe('a vehicle in which somebody else has put another device since', () => {
  const occupied = (by: number) =>
    desk.service.table('vehicle').set('1', `{"id":1,"regNo":"B 1","deviceId":${by}}`);
  const isAsked = async (id: string): Promise<void> => {
    await desk.settled(id, 'NEEDS_USER');
    expect((await desk.op(id)).error?.code).toBe('outbox.occupied');
    expect(arrived()).not.toContain('installDevice');
  };

  it('is asked about, and gets the device once a person wants it all the same', async () => {
    const op = await install('5', '1');
    occupied(6);
    goOnline();
    await isAsked(op.id);
    // What was asked about was seen; another one since was not.
    await desk.give('device', '{"id":7,"imei":"350000000000007","vehicle":null}');
    occupied(7);
    valueOf(await desk.outbox.retry(op.id));
    await isAsked(op.id);
    valueOf(await desk.outbox.retry(op.id));
    await desk.settled(op.id, 'CONFIRMED');
    expect(arrived()).toEqual(['installDevice']);
  });

  it('is asked about where a removal is taken back, also where the desk shows it by then', async () => {
    await desk.give('device', '{"id":5,"imei":"350000000000005","vehicle":{"id":1}}');
    await desk.give('vehicle', '{"id":1,"regNo":"B 1","deviceId":5}');
    const removal = await desk.write('uninstallDevice', { deviceId: '5' }, {});
    goOnline();
    await desk.settled(removal.id, 'CONFIRMED');
    desk.clock.advance(60_000);
    await desk.give('vehicle', '{"id":1,"regNo":"B 1","deviceId":6}');
    const undo = valueOf(await desk.outbox.undo(removal.id));
    expect(undo.patch).toBe('{"vehicleId":1}');
    await isAsked(undo.id);
  });

  it('is not asked about where the author saw that device there', async () => {
    await desk.give('vehicle', '{"id":1,"regNo":"B 1","deviceId":6}');
    const op = await install('5', '1');
    goOnline();
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('is not asked about where that device was a new one of the author’s own', async () => {
    const made = await desk.write('createDevice', {}, { imei: '350000000000008' });
    const first = await install(made.targetId, '1');
    const second = await install('5', '1');
    valueOf(await desk.outbox.hold(second.id));
    goOnline();
    await desk.settled(first.id, 'CONFIRMED');
    occupied(Number((await desk.op(made.id)).targetId));
    valueOf(await desk.outbox.resume(second.id));
    await desk.settled(second.id, 'CONFIRMED');
    expect(arrived()).toEqual(['createDevice', 'installDevice', 'installDevice']);
  });
});

describe('a driver who is taken off, after somebody else has set another', () => {
  const dispute = async () => {
    await desk.give('vehicle', '{"id":1,"regNo":"B 1","driver":{"id":31},"driverId":31}');
    const op = await desk.write('unsetDriver', { vehicleId: '1', driverId: '31' });
    desk.service.table('vehicle').set('1', '{"id":1,"regNo":"B 1","driver":{"id":32}}');
    goOnline();
    await desk.settled(op.id, 'NEEDS_USER');
    return op;
  };

  it('is the one who drives by then, where a person wants nobody', async () => {
    const op = await dispute();
    valueOf(await desk.outbox.resolve(op.id, { driver: 'mine' }));
    await desk.settled(op.id, 'CONFIRMED');
    const params = { vehicleId: '1', driverId: '32' };
    expect(desk.service.arrivals).toMatchObject([{ endpoint: 'unsetDriver', params }]);
  });

  it('is not put back by the write that takes somebody off', async () => {
    const op = await dispute();
    const answered = await desk.outbox.resolve(op.id, { driver: 'base' });
    expect(answered).toMatchObject({ ok: false, error: { code: 'outbox.wrongState' } });
    expect(await desk.op(op.id)).toMatchObject({ state: 'NEEDS_USER' });
    expect(arrived()).toEqual([]);
  });
});
