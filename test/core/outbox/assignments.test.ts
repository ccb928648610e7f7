import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { examineFile } from '../../../electron/core/outbox/queue/files.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';
import { place, valueOf } from '../transferSupport.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  desk.connection.maySend = false;
  await desk.give('vehicle', '{"id":1,"regNo":"B 1","driver":null,"deviceId":null}');
  await desk.give('vehicle', '{"id":2,"regNo":"C 2","driver":null,"deviceId":null}');
  await desk.give('device', '{"id":5,"imei":"350000000000005","vehicle":null}');
  await desk.give('device', '{"id":6,"imei":"350000000000006","vehicle":null}');
  await desk.give('driver', '{"id":31,"fullName":"Ada Quill"}');
});
afterEach(() => desk.close());

const install = (deviceId: string, vehicleId: string) =>
  desk.write('installDevice', { deviceId }, { vehicleId });
const createVehicle = () => desk.write('createVehicle', {}, { regNo: 'NEW 1' });
const setDriver = (vehicleId: string, driverId: string) =>
  desk.write('setDriver', { vehicleId, driverId });

/** The device that the desk shows in a vehicle. */
const deviceIn = async (vehicleId: string): Promise<string | null> =>
  jsonMember((await desk.shown('vehicle', vehicleId)) ?? '', 'deviceId');

/** The vehicle in which the desk shows a device. */
const vehicleOf = async (deviceId: string): Promise<string | null> => {
  const vehicle = jsonMember((await desk.shown('device', deviceId)) ?? '', 'vehicle') ?? 'null';
  return vehicle === 'null' ? null : jsonMember(vehicle, 'id');
};

const writesOf = async (entity: 'vehicle' | 'device', id: string): Promise<string[]> =>
  (await desk.store.read('outbox.ofRecord', { entity, id })).map((op) => op.id);

const asked = async (): Promise<string[]> => {
  const listed = await desk.store.read('outbox.list', { states: null, offset: 0, limit: 50 });
  return listed.rows.map(({ endpoint, state }) => `${endpoint} ${state}`).reverse();
};

const goOnline = (): void => {
  desk.connection.maySend = true;
  desk.outbox.wake();
};

/** What arrived, by the names of the endpoints. */
const arrived = (): string[] => desk.service.arrivals.map(({ endpoint }) => endpoint);

/** A refusal that leaves the write and its place as they were. */
const OUT_OF_ORDER = { ok: false, error: { kind: 'conflict', code: 'outbox.wrongState' } };

it('a removal leaves the vehicle with another device that somebody else has put in since', async () => {
  await desk.give('device', '{"id":5,"imei":"350000000000005","vehicle":{"id":1}}');
  await desk.give('vehicle', '{"id":1,"regNo":"B 1","deviceId":6}');
  const removal = await desk.write('uninstallDevice', { deviceId: '5' }, {});
  expect([await vehicleOf('5'), await deviceIn('1')]).toEqual([null, '6']);
  expect(await writesOf('vehicle', '1')).toEqual([removal.id]);
});

describe('an assignment that is changed before it was sent', () => {
  it('waits for no record that was made after it, nor that one for it', async () => {
    const first = await install('5', '1');
    const made = await createVehicle();
    const second = await install('5', made.targetId);
    expect(second.id).not.toBe(first.id);
    expect(second.dependsOn).toEqual([made.id]);
    expect(await deviceIn(made.targetId)).toBe('5');
    goOnline();
    await desk.settled(second.id, 'CONFIRMED');
    expect(arrived()).toEqual(['installDevice', 'createVehicle', 'installDevice']);
    expect(desk.service.arrivals.map(({ body }) => body)).toEqual([
      '{"vehicleId":"1"}',
      '{"regNo":"NEW 1"}',
      '{"vehicleId":901}',
    ]);
  });

  it('gets ahead of no write to the record that it is moved to', async () => {
    const first = await install('5', '1');
    await install('6', '2');
    const last = await install('5', '2');
    expect(last.id).not.toBe(first.id);
    expect(await deviceIn('2')).toBe('5');
    goOnline();
    await desk.settled(last.id, 'CONFIRMED');
    const sent = desk.service.arrivals.map(({ params, body }) => `${params['deviceId']} ${body}`);
    expect(sent.filter((text) => text.includes('"2"'))).toEqual([
      '6 {"vehicleId":"2"}',
      '5 {"vehicleId":"2"}',
    ]);
  });

  it('gets ahead of no write to the driver that it now names', async () => {
    await desk.give('driver', '{"id":32,"fullName":"Bo Tern"}');
    await setDriver('1', '31');
    await setDriver('2', '32');
    const last = await setDriver('1', '32');
    goOnline();
    await desk.settled(last.id, 'CONFIRMED');
    const sent = desk.service.arrivals.map(({ params }) => params);
    expect(sent.filter(({ driverId }) => driverId === '32')).toEqual([
      { vehicleId: '2', driverId: '32' },
      { vehicleId: '1', driverId: '32' },
    ]);
  });

  it('back to where it was is sent where another took that place meanwhile', async () => {
    await desk.give('vehicle', '{"id":2,"regNo":"C 2","driver":null,"deviceId":5}');
    await desk.give('device', '{"id":5,"imei":"350000000000005","vehicle":{"id":2}}');
    await install('5', '1');
    await install('6', '2');
    const back = await install('5', '2');
    expect(back.state).toBe('QUEUED');
    expect(await deviceIn('2')).toBe('5');
    goOnline();
    await desk.settled(back.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ params }) => params['deviceId'])).toEqual(['5', '6', '5']);
  });

  it('is one write where nothing stands between: the record that it left is free again', async () => {
    const first = await install('5', '1');
    const second = await install('5', '2');
    expect(second.id).toBe(first.id);
    expect([await deviceIn('1'), await deviceIn('2')]).toEqual(['null', '5']);
    expect(await writesOf('vehicle', '1')).toEqual([]);
  });
});

describe('a device that is exchanged for another', () => {
  const exchange = async () => {
    const device = '{"id":6,"imei":"350000000000006","vehicle":{"id":1,"regNo":"B 1"}}';
    await desk.give('device', device);
    await desk.give('vehicle', '{"id":1,"regNo":"B 1","driver":null,"deviceId":6}');
    const removal = await desk.write('uninstallDevice', { deviceId: '6' }, {});
    return { removal, put: await install('5', '1') };
  };

  it('leaves before the other comes, and both are shown at once', async () => {
    const { put } = await exchange();
    expect([await deviceIn('1'), await vehicleOf('6'), await vehicleOf('5')]).toEqual([
      ...['5', null, '1'],
    ]);
    goOnline();
    await desk.settled(put.id, 'CONFIRMED');
    expect(arrived()).toEqual(['uninstallDevice', 'installDevice']);
  });

  it('is not followed while its removal is refused', async () => {
    desk.service.faults = [{ status: 409 }];
    const { removal, put } = await exchange();
    goOnline();
    await desk.settled(removal.id, 'NEEDS_USER');
    expect((await desk.op(put.id)).state).toBe('QUEUED');
    expect(arrived()).toEqual(['uninstallDevice']);
  });
});

describe('a change that names a record made after it', () => {
  const AREA = '{"id":4,"name":"Yard","groups":[],"status":"active"}';
  const move = (areaId: string, groupId: string) =>
    desk.write('updateArea', { areaId }, { groupIds: [groupId] });

  it('is a write of its own, after the create; the earlier one waits for nothing', async () => {
    await desk.give('area', AREA);
    const first = await desk.write('updateArea', { areaId: '4' }, { name: 'Depot' });
    const group = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    const second = await move('4', group.targetId);
    expect(second.id).not.toBe(first.id);
    expect(second.dependsOn).toEqual([group.id]);
    expect((await desk.op(first.id)).dependsOn).toEqual([]);
    goOnline();
    await desk.settled(second.id, 'CONFIRMED');
    expect(arrived().filter((name) => name === 'updateArea')).toHaveLength(2);
  });

  it('comes in out of a file with what it needs', async () => {
    const here = await place();
    const there = await place(here);
    await here.desk.give('area', AREA);
    await here.desk.write('updateArea', { areaId: '4' }, { name: 'Depot' });
    const group = await here.desk.write('createAreaGroup', {}, { name: 'Depots' });
    await here.desk.write('updateArea', { areaId: '4' }, { groupIds: [group.targetId] });
    const { bytes } = await here.exported('handOver');
    const { counts } = valueOf(await examineFile(there.account, bytes));
    expect(counts).toMatchObject({ new: 3, orphaned: 0 });
    for (const { desk: one } of [here, there]) await one.close();
  });

  it('never makes two creates wait for each other', async () => {
    const one = await createVehicle();
    const extra = `{"madeFor":"${one.targetId}"}`;
    const two = await desk.write('createAreaGroup', {}, { name: 'Depots' }, extra);
    expect(two.dependsOn).toEqual([one.id]);
    const params = { vehicleId: one.targetId };
    const tie = await desk.write('updateVehicle', params, {}, `{"madeWith":"${two.targetId}"}`);
    expect(tie.id).not.toBe(one.id);
    goOnline();
    await desk.settled(tie.id, 'CONFIRMED');
    expect(arrived()).toEqual(['createVehicle', 'createAreaGroup', 'updateVehicle']);
  });
});

describe('an edited assignment', () => {
  it('shows and waits at the record that it names now', async () => {
    const op = await install('5', '1');
    expect(await desk.outbox.edit(op.id, { vehicleId: '2' })).toMatchObject({ ok: true });
    expect([await deviceIn('1'), await deviceIn('2')]).toEqual(['null', '5']);
    expect(await vehicleOf('5')).toBe('2');
    expect(await writesOf('vehicle', '1')).toEqual([]);
    expect(await writesOf('vehicle', '2')).toEqual([op.id]);
    const later = await desk.write('updateVehicle', { vehicleId: '2' }, { defaultLabel: 'C' });
    const free = await desk.write('updateVehicle', { vehicleId: '1' }, { defaultLabel: 'B' });
    expect((await desk.op(later.id)).hold).toBe('op');
    expect((await desk.op(free.id)).hold).not.toBe('op');
    goOnline();
    await desk.settled(later.id, 'CONFIRMED');
    const sent = desk.service.arrivals.find(({ endpoint }) => endpoint === 'installDevice');
    expect(sent?.body).toBe('{"vehicleId":"2"}');
  });

  it('that was refused shows and waits there, too', async () => {
    desk.service.faults = [{ status: 409 }];
    const op = await install('5', '1');
    goOnline();
    await desk.settled(op.id, 'NEEDS_USER');
    desk.connection.maySend = false;
    expect(await desk.outbox.edit(op.id, { vehicleId: '2' })).toMatchObject({ ok: true });
    expect([await deviceIn('1'), await deviceIn('2')]).toEqual(['null', '5']);
    desk.service.table('vehicle').set('2', '{"id":2,"regNo":"C 2","driver":null,"deviceId":5}');
    goOnline();
    await desk.settled(op.id, 'CONFIRMED');
    expect([await deviceIn('1'), await deviceIn('2')]).toEqual(['null', '5']);
    expect(desk.service.arrivals.map(({ body }) => body)).toEqual([
      '{"vehicleId":"1"}',
      '{"vehicleId":"2"}',
    ]);
  });

  it('keeps its records after a restart without the database', async () => {
    const op = await install('5', '1');
    await desk.outbox.edit(op.id, { vehicleId: '2' });
    await desk.restart({ loseDatabase: true });
    expect(await writesOf('vehicle', '1')).toEqual([]);
    expect(await writesOf('vehicle', '2')).toEqual([op.id]);
  });

  it('is refused where it would get ahead of a later write', async () => {
    const op = await install('5', '1');
    await desk.write('updateVehicle', { vehicleId: '2' }, { defaultLabel: 'C' });
    expect(await desk.outbox.edit(op.id, { vehicleId: '2' })).toMatchObject(OUT_OF_ORDER);
    expect([await deviceIn('1'), await deviceIn('2')]).toEqual(['5', 'null']);
    expect((await desk.op(op.id)).patch).toBe('{"vehicleId":"1"}');
    // Where the record stays the same, what comes later does not matter.
    const same = { vehicleId: '1', installedAt: '2026-01-02T00:00:00.000Z' };
    expect(await desk.outbox.edit(op.id, same)).toMatchObject({ ok: true });
  });

  it('is refused where it would wait for what was made after it', async () => {
    const op = await install('5', '1');
    const made = await createVehicle();
    expect(await desk.outbox.edit(op.id, { vehicleId: made.targetId })).toMatchObject(OUT_OF_ORDER);
    expect((await desk.op(op.id)).dependsOn).toEqual([]);
    goOnline();
    await desk.settled(made.id, 'CONFIRMED');
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('is refused where a later write ends it', async () => {
    desk.service.faults = [{ status: 409 }];
    const op = await install('5', '1');
    goOnline();
    await desk.settled(op.id, 'NEEDS_USER');
    desk.connection.maySend = false;
    await desk.write('uninstallDevice', { deviceId: '5' }, {});
    expect(await desk.outbox.edit(op.id, { vehicleId: '2' })).toMatchObject(OUT_OF_ORDER);
    expect([await deviceIn('1'), await deviceIn('2')]).toEqual(['null', 'null']);
  });

  it('waits no longer for a record that it left', async () => {
    const made = await createVehicle();
    const op = await install('5', made.targetId);
    expect(await desk.outbox.edit(op.id, { vehicleId: '2' })).toMatchObject({ ok: true });
    expect((await desk.op(op.id)).dependsOn).toEqual([]);
    expect((await desk.outbox.cancel(made.id)).ok).toBe(true);
    expect(await asked()).toEqual(['createVehicle CANCELLED', 'installDevice QUEUED']);
  });

  it('a create that is edited never waits for one that waits for it', async () => {
    const one = await createVehicle();
    const extra = `{"madeFor":"${one.targetId}"}`;
    const two = await desk.write('createAreaGroup', {}, { name: 'Depots' }, extra);
    const body = { regNo: two.targetId };
    expect(await desk.outbox.edit(one.id, body)).toMatchObject(OUT_OF_ORDER);
    goOnline();
    await desk.settled(two.id, 'CONFIRMED');
  });
});

describe('a conflict of assignments', () => {
  const DRIVERS = ['{"id":32,"fullName":"Bo Tern"}', '{"id":33,"fullName":"Cy Vale"}'];
  /** Wants driver 31 where 32 was here and 33 came meanwhile. */
  const dispute = async () => {
    for (const driver of DRIVERS) await desk.give('driver', driver);
    await desk.give('vehicle', '{"id":1,"regNo":"B 1","driver":{"id":32},"driverId":32}');
    const op = await setDriver('1', '31');
    const theirs = '{"id":1,"regNo":"B 1","driver":{"id":33},"driverId":33}';
    desk.service.table('vehicle').set('1', theirs);
    goOnline();
    await desk.settled(op.id, 'NEEDS_USER');
    desk.connection.maySend = false;
    return op;
  };
  const drivers = async (id: string): Promise<string[]> =>
    (await desk.store.read('outbox.ofRecord', { entity: 'driver', id })).map((op) => op.id);

  it('that is ended by what was there before waits at that record', async () => {
    const op = await dispute();
    expect(await desk.outbox.resolve(op.id, { driver: 'base' })).toMatchObject({ ok: true });
    expect([await drivers('31'), await drivers('32')]).toEqual([[], [op.id]]);
    goOnline();
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)?.params).toEqual({ vehicleId: '1', driverId: '32' });
  });

  it('is not ended so where that record has a later write', async () => {
    const op = await dispute();
    await setDriver('2', '32');
    const ended = await desk.outbox.resolve(op.id, { driver: 'base' });
    expect(ended).toMatchObject({ ok: false, error: { kind: 'conflict' } });
    expect(await desk.op(op.id)).toMatchObject({ state: 'NEEDS_USER' });
    expect(await desk.outbox.resolve(op.id, { driver: 'mine' })).toMatchObject({ ok: true });
  });

  it('offers the record from before where the same write could name it', async () => {
    expect((await dispute()).link?.canGoBack).toBe(true);
    expect((await setDriver('2', '31')).link?.canGoBack).toBe(false);
    await desk.give('device', '{"id":7,"imei":"350000000000007","vehicle":{"id":2}}');
    expect((await install('7', '1')).link?.canGoBack).toBe(false);
  });
});

describe('a driver who is read after an assignment was asked for', () => {
  const driverOf = async (vehicleId: string): Promise<string | null> =>
    jsonMember((await desk.shown('vehicle', vehicleId)) ?? '', 'driver');

  it('gives the vehicle the name, and a name that changed as well', async () => {
    await setDriver('1', '32');
    expect(await driverOf('1')).toBe('{"id":"32"}');
    await desk.give('driver', '{"id":32,"fullName":"Ben Reed"}');
    expect(await driverOf('1')).toBe('{"id":32,"fullName":"Ben Reed"}');
    const rows = { entity: 'driver', path: '$', readAt: desk.clock.now() + 1 } as const;
    const text = '[{"id":32,"fullName":"Ben Reedham"},{"id":33,"fullName":"Cy Hale"}]';
    valueOf(await desk.store.write('records.ingest', { ...rows, text }));
    expect(await driverOf('1')).toBe('{"id":32,"fullName":"Ben Reedham"}');
  });
});
