import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMembers, jsonObject, setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { valueOf } from '../db/support.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/**
 * The record by its id may show fewer fields than the list (section 2 leaves open which). What it lacks is
 * no proof that a field is empty, or a record living, that was not.
 */

const VEHICLE =
  '{"id":12,"regNo":"WB 12","vin":"V1","depot":{"id":3,"name":"North"},"driver":{"id":31},"driverId":31,"status":"offline"}';
const ARCHIVED =
  '{"id":13,"regNo":"WB 13","status":"archived","archivedAt":"2026-01-01T00:00:00Z"}';
const DEVICE = '{"id":5,"imei":"350000000000005","vehicle":{"id":12}}';
const SILENT = ['vin', 'depot', 'driver', 'driverId', 'vehicle', 'status', 'archivedAt'];

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', VEHICLE);
  await desk.give('vehicle', ARCHIVED);
  await desk.give('device', DEVICE);
  await desk.give('driver', '{"id":32,"fullName":"Bo Lind"}');
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.map(({ endpoint, body }) => [endpoint, body]);

/** A record by its id without these fields, or without those of them that are empty. */
function shows(fields: readonly string[], onlyEmpty = false): void {
  const real = desk.service.read.bind(desk.service);
  desk.service.read = (name, params) => {
    const reply = real(name, params);
    if (!reply.ok || name === 'getMe') return reply;
    const members = [...jsonMembers(reply.value.text)].filter(
      ([field, value]) => !fields.includes(field) || (onlyEmpty && value !== 'null'),
    );
    return { ...reply, value: { ...reply.value, text: jsonObject(members) } };
  };
}

const clear = (body: Record<string, unknown>) =>
  desk.write('updateVehicle', { vehicleId: '12' }, body);

describe('where the record by its id does not show a field', () => {
  beforeEach(() => shows(SILENT));

  it('what empties it is sent, and told as not shown', async () => {
    const op = await clear({ vin: null });
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual([['updateVehicle', '{"vin":null}']]);
    expect((await desk.op(op.id)).error?.message).toBe('It does not show: VIN.');
  });

  it('what empties one of several is sent with the others', async () => {
    const op = await clear({ vin: null, depotId: null, defaultLabel: 'y' });
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual([['updateVehicle', '{"vin":null,"depotId":null,"defaultLabel":"y"}']]);
  });

  it.each([
    ['restoreVehicle', { vehicleId: '13' }],
    ['archiveVehicle', { vehicleId: '12' }],
    ['unsetDriver', { vehicleId: '12', driverId: '31' }],
    ['uninstallDevice', { deviceId: '5' }],
  ] as const)('%s is sent', async (endpoint, params) => {
    const op = await desk.write(endpoint, { ...params });
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent().map(([name]) => name)).toEqual([endpoint]);
  });

  it('what was archived is shown so, and as living once it is restored', async () => {
    const isArchived = async (): Promise<boolean> => {
      const view = { entity: 'vehicle', archived: 'only' } as const;
      return (await desk.store.read('records.ids', { view })).ids.includes('12');
    };
    const archive = await desk.write('archiveVehicle', { vehicleId: '12' });
    await desk.settled(archive.id, 'CONFIRMED');
    expect([(await desk.op(archive.id)).error, await isArchived()]).toEqual([null, true]);
    await desk.restart();
    expect(await isArchived()).toBe(true);
    const restore = await desk.write('restoreVehicle', { vehicleId: '12' });
    expect(await isArchived()).toBe(false);
    await desk.settled(restore.id, 'CONFIRMED');
    expect([(await desk.op(restore.id)).error, await isArchived()]).toEqual([null, false]);
    expect(sent().map(([name]) => name)).toEqual(['archiveVehicle', 'restoreVehicle']);
  });

  it('what empties it is sent again where its reply was lost', async () => {
    desk.service.faults = ['requestLost'];
    const op = await clear({ vin: null });
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toHaveLength(2);
    expect((await desk.op(op.id)).error?.message).toBe('It does not show: VIN.');
  });
});

describe('what never left is sent, though a record that is silent would show it as done', () => {
  beforeEach(() => {
    shows(SILENT);
    desk.connection.maySend = false;
  });

  it.each([
    ['unsetDriver', { driverId: '31' }, {}],
    ['updateVehicle', {}, { vin: null }],
  ] as const)('%s, once it was handed over and is let go of here', async (endpoint, also, body) => {
    const { id } = await desk.write(endpoint, { vehicleId: '12', ...also }, body);
    const now = desk.clock.now();
    valueOf(await desk.store.write('outbox.handOver', { ids: [id], now }));
    desk.connection.maySend = true;
    valueOf(await desk.outbox.resume(id));
    await desk.settled(id, 'CONFIRMED');
    expect(sent().map(([name]) => name)).toEqual([endpoint]);
  });

  it('a field that was added to a change whose request could not leave', async () => {
    desk.connection.maySend = true;
    desk.service.faults = ['notSent'];
    const { id } = await clear({ defaultLabel: 'x' });
    await desk.until(async () => (await desk.op(id)).hold === 'retry');
    expect((await clear({ vin: null })).id).toBe(id);
    await desk.settled(id, 'CONFIRMED');
    expect(sent()).toEqual([['updateVehicle', '{"defaultLabel":"x","vin":null}']]);
  });
});

it('a value that could not leave is not one’s own where somebody else sets it', async () => {
  desk.service.faults = ['notSent'];
  const { id } = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'x' });
  await desk.until(async () => (await desk.op(id)).hold === 'retry');
  desk.service
    .table('vehicle')
    .set('12', setJsonMembers(VEHICLE, new Map([['defaultLabel', '"x"']])));
  valueOf(await desk.outbox.edit(id, { defaultLabel: 'y' }));
  await desk.settled(id, 'NEEDS_USER');
  expect((await desk.op(id)).conflicts).toHaveLength(1);
});

describe('where a record leaves out what is empty', () => {
  beforeEach(() => shows(SILENT, true));

  it.each([
    ['a field that was emptied', () => clear({ vin: null })],
    [
      'a driver that was taken off',
      () => desk.write('unsetDriver', { vehicleId: '12', driverId: '31' }),
    ],
  ])('%s with a lost reply is found so', async (_what, write) => {
    desk.service.faults = ['replyLost'];
    const op = await write();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toHaveLength(1);
    expect((await desk.op(op.id)).error).toBeNull();
  });

  it('an assignment that was only said to be done is told', async () => {
    const free = desk.service.table('vehicle').get('12') ?? '';
    await desk.give('vehicle', free.replace('"driver":{"id":31},"driverId":31', '"driver":null'));
    desk.service.faults = ['onlySaid'];
    const op = await desk.write('setDriver', { vehicleId: '12', driverId: '32' });
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error?.message).toBe('It does not show: Driver.');
  });
});
