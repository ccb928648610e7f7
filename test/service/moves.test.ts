import { describe, expect, test } from 'vitest';
import { fleetSize } from '../../electron/service/seed/tenants.ts';
import { deviceIdOf } from '../../electron/service/seed/vehicles.ts';
import { at, sharedBench, type Json } from './support.ts';

/** The state moves of section 3, each with its refusal from the wrong state. */

const bench = await sharedBench();
const { ask } = bench;

async function read(path: string): Promise<Json> {
  return (await ask('GET', path)).json;
}

const created = async (path: string, body: object) => {
  const reply = await ask('POST', path, body);
  expect(reply.status).toBe(201);
  return String(at(reply.json, 'id') ?? at(reply.json, 'result', 'id'));
};

interface Kind {
  readonly what: string;
  readonly path: string;
  readonly restore: 'PATCH' | 'POST';
  /** Where in the answer the record lies. */
  readonly under: readonly string[];
  readonly restored: string;
  make(): Promise<string>;
}

const circle = { type: 'circle', coordinates: [{ lat: 41.02, lng: -2.32 }], radius: 50 };
const archivable: readonly Kind[] = [
  {
    what: 'device',
    path: '/devices',
    restore: 'PATCH',
    under: [],
    restored: 'in stock',
    make: () => created('/devices', { imei: '490154203237518' }),
  },
  {
    what: 'user',
    path: '/users',
    restore: 'PATCH',
    under: [],
    restored: 'active',
    make: () => created('/users', { email: 'moves@waybill.example', roleId: 5 }),
  },
  {
    what: 'vehicle',
    path: '/vehicles',
    restore: 'POST',
    under: [],
    restored: 'offline',
    make: () => created('/vehicles', { regNo: 'MOVE-1' }),
  },
  {
    what: 'area',
    path: '/areas',
    restore: 'PATCH',
    under: ['result'],
    restored: 'active',
    make: () => created('/areas', { name: 'Moves', ...circle }),
  },
  {
    what: 'area group',
    path: '/area-groups',
    restore: 'PATCH',
    under: [],
    restored: 'active',
    make: () => created('/area-groups', { name: 'Moves' }),
  },
];

describe.each(archivable)('$what', ({ path, restore, under, restored, make }) => {
  test('is archived, stays so when archived again, and is restored', async () => {
    const id = await make();
    const record = async () => at(await read(`${path}/${id}`), ...under);
    expect((await ask(restore, `${path}/${id}/restore`, {})).status).toBe(409);
    const archived = await ask('PATCH', `${path}/${id}/archive`);
    expect([archived.status, archived.text]).toEqual([204, '']);
    const before = await record();
    expect(before).toMatchObject({ status: 'archived', archivedAt: '2026-03-04T11:00:00.000Z' });
    bench.pass(1000);
    expect((await ask('PATCH', `${path}/${id}/archive`)).status).toBe(204);
    expect(await record()).toEqual(before);
    bench.backToNoon();
    const back = await ask(restore, `${path}/${id}/restore`, {});
    expect([back.status, back.text]).toEqual([204, '']);
    expect(await record()).toMatchObject({ status: restored, archivedAt: null });
    expect((await ask(restore, `${path}/${id}/restore`, {})).status).toBe(409);
  });

  test('that does not exist is 404 for both moves', async () => {
    expect((await ask('PATCH', `${path}/none/archive`)).status).toBe(404);
    expect((await ask(restore, `${path}/none/restore`, {})).status).toBe(404);
  });
});

test('a vehicle that lives is archived with its status and returns to its telemetry', async () => {
  await ask('PATCH', '/vehicles/100002/archive');
  expect(await read('/vehicles/100002')).toMatchObject({ status: 'archived' });
  await ask('POST', '/vehicles/100002/restore', {});
  const { status } = (await read('/vehicles/100002')) as { status: string };
  expect(['driving', 'idling', 'stopped', 'offline']).toContain(status);
});

test('an area is deleted for good, once, archived or not', async () => {
  const id = await created('/areas', { name: 'Gone', ...circle });
  expect((await ask('DELETE', `/areas/${id}`)).status).toBe(204);
  expect((await ask('GET', `/areas/${id}`)).status).toBe(404);
  expect((await ask('DELETE', `/areas/${id}`)).status).toBe(404);
  const other = await created('/areas', { name: 'Gone, too', ...circle });
  await ask('PATCH', `/areas/${other}/archive`);
  expect((await ask('DELETE', `/areas/${other}`)).status).toBe(204);
  expect((await ask('PATCH', `/areas/${other}/restore`)).status).toBe(404);
});

test('a deleted area group leaves its areas, which forget it', async () => {
  const group = await created('/area-groups', { name: 'Short-lived' });
  const area = await created('/areas', { name: 'Member', ...circle, groupIds: [group] });
  expect(at(await read(`/areas/${area}`), 'result', 'groups')).toHaveLength(1);
  await ask('PATCH', `/area-groups/${group}`, { name: 'Renamed' });
  expect(at(await read(`/areas/${area}`), 'result', 'groups', 0, 'name')).toBe('Renamed');
  expect((await ask('DELETE', `/area-groups/${group}`)).status).toBe(204);
  expect(at(await read(`/areas/${area}`), 'result', 'groups')).toEqual([]);
  expect((await ask('DELETE', `/area-groups/${group}`)).status).toBe(404);
});

test('a scheduled report is deleted, once, and restored, once', async () => {
  const id = await created('/scheduled-report', { name: 'R', type: 'trips', format: 'csv' });
  expect((await ask('PATCH', `/scheduled-report/${id}/restore`)).status).toBe(409);
  expect((await ask('DELETE', `/scheduled-report/${id}`)).status).toBe(204);
  expect((await ask('GET', `/scheduled-report/${id}`)).status).toBe(404);
  expect((await ask('DELETE', `/scheduled-report/${id}`)).status).toBe(404);
  expect((await ask('GET', '/scheduled-report?status=all')).text).not.toContain(`"${id}"`);
  expect((await ask('PATCH', `/scheduled-report/${id}/restore`)).status).toBe(204);
  expect(at(await read(`/scheduled-report/${id}`), 'data', 'status')).toBe('active');
});

test('restoring reports is 501 for a tenant that does not have it', async () => {
  const reply = await ask('PATCH', '/scheduled-report/rep-502-1/restore', undefined, 'neighbour');
  expect(reply.status).toBe(501);
  // The plan is that of the report's tenant, whoever asks.
  const above = await ask('PATCH', '/scheduled-report/rep-503-1/restore', undefined, 'reseller');
  expect(above.status).toBe(501);
});

test('a device is installed, appears in the vehicle, is removed, and remembers', async () => {
  const device = await created('/devices', { imei: '356938035643809' });
  const vehicle = await created('/vehicles', { regNo: 'FIT-1' });
  const path = `/devices/${device}`;
  expect((await ask('POST', `${path}/uninstall`, {})).status).toBe(409);
  const body = { vehicleId: Number(vehicle), installedAt: '2026-03-01T08:00:00Z', odometer: 5000 };
  const installed = await ask('POST', `${path}/install`, body);
  expect(installed.status).toBe(200);
  expect(await read(path)).toMatchObject({
    status: 'installed',
    vehicle: { id: Number(vehicle), regNo: 'FIT-1' },
    deviceInstallation: { installDate: '2026-03-01T08:00:00.000Z', odometer: 5000 },
  });
  expect(await read(`/vehicles/${vehicle}`)).toMatchObject({ deviceId: device });
  const found = await read('/devices/installation/?vehicleRegNo=FIT-1');
  expect(found).toMatchObject({ device: { imei: '356938035643809' } });

  const removed = await ask('POST', `${path}/uninstall`, { uninstalledAt: '2026-03-02T08:00:00Z' });
  expect(removed.status).toBe(200);
  expect(await read(path)).toMatchObject({ vehicle: null, deviceInstallation: null });
  expect(await read(`/vehicles/${vehicle}`)).toMatchObject({ deviceId: null });
  expect(at(await read(`${path}/history`), 0)).toMatchObject({
    installDate: '2026-03-01T08:00:00.000Z',
    uninstallDate: '2026-03-02T08:00:00.000Z',
  });
  expect((await ask('POST', `${path}/uninstall`, {})).status).toBe(409);
  expect(await read('/devices/installation/?vehicleRegNo=FIT-1')).toEqual({});
});

test('a new device has an id beyond those of the largest demo', async () => {
  const numberOf = (id: string) => Number(id.replace('dev-', ''));
  const id = await created('/devices', { imei: '352099001761531' });
  expect(numberOf(id)).toBeGreaterThan(numberOf(deviceIdOf(fleetSize(100_000))));
});

test('a device that is removed reports no more, and what it told last stays known', async () => {
  const before = await read('/devices/dev-10002');
  expect((await ask('POST', '/devices/dev-10002/uninstall', {})).status).toBe(200);
  expect(await read('/devices/dev-10002')).toMatchObject({
    ...{ statusExt: null, isUnavailable: true, vehicle: null },
    lastDataReceivedAt: at(before, 'lastDataReceivedAt'),
    lastCoordinates: at(before, 'lastCoordinates'),
  });
  // It was removed an hour ago: it told nothing of what the vehicle did since.
  const uninstalledAt = '2026-03-04T10:00:00.000Z';
  const { status } = await ask('POST', '/devices/dev-10006/uninstall', { uninstalledAt });
  expect(status).toBe(200);
  const removed = await read('/devices/dev-10006');
  expect(String(at(removed, 'lastDataReceivedAt')) <= uninstalledAt).toBe(true);
  const stands = await read('/vehicles/100006');
  expect(at(removed, 'lastCoordinates')).toEqual(at(stands, 'lastCoordinates'));
});

test('nobody installs or removes a device in the future, or in a time that somebody else had', async () => {
  const [one, two] = [
    await created('/devices', { imei: '352099001761499' }),
    await created('/devices', { imei: '352099001761507' }),
  ];
  const [here, there] = [
    await created('/vehicles', { regNo: 'TIME-1' }),
    await created('/vehicles', { regNo: 'TIME-2' }),
  ];
  const install = (device: string, vehicleId: string, installedAt: string) =>
    ask('POST', `/devices/${device}/install`, { vehicleId, installedAt });
  const remove = (device: string, uninstalledAt: string) =>
    ask('POST', `/devices/${device}/uninstall`, { uninstalledAt });
  const future = await install(one, here, '2026-03-04T11:00:00.001Z');
  expect([future.status, at(future.json, 'errors')]).toMatchObject([
    422,
    { installedAt: [expect.stringContaining('future')] },
  ]);
  expect((await install(one, here, '2026-03-04T11:00:00Z')).status).toBe(200);
  const later = await remove(one, '2031-01-01T00:00:00Z');
  expect([later.status, at(later.json, 'errors')]).toMatchObject([
    422,
    { uninstalledAt: [expect.stringContaining('future')] },
  ]);
  expect((await remove(one, '2026-03-04T11:00:00Z')).status).toBe(200);
  // The time before the removal belongs to this device elsewhere, and to this vehicle with another one.
  for (const [device, vehicle] of [
    [one, there],
    [two, here],
  ] as const) {
    const early = await install(device, vehicle, '2026-03-04T10:59:59Z');
    expect([early.status, at(early.json, 'errors')]).toMatchObject([
      422,
      { installedAt: [expect.stringContaining('2026-03-04T11:00:00.000Z')] },
    ]);
  }
  expect((await install(two, there, '2026-01-01T00:00:00Z')).status).toBe(200);
  expect((await install(one, here, '2026-03-04T11:00:00Z')).status).toBe(200);
});

test('an occupied vehicle and an installed device are refused; the same pair again is not', async () => {
  const device = await created('/devices', { imei: '352099001761481' });
  const [one, two] = [
    await created('/vehicles', { regNo: 'FIT-2' }),
    await created('/vehicles', { regNo: 'FIT-3' }),
  ];
  const occupied = await ask('POST', `/devices/${device}/install`, { vehicleId: 100001 });
  expect(occupied.status).toBe(409);
  await ask('POST', `/devices/${device}/install`, { vehicleId: one });
  expect((await ask('POST', `/devices/${device}/install`, { vehicleId: two })).status).toBe(409);
  expect((await ask('POST', `/devices/${device}/install`, { vehicleId: one })).status).toBe(200);
  expect(await read(`/devices/${device}/history`)).toHaveLength(1);
});

test('an archived device or vehicle takes no installation', async () => {
  const device = await created('/devices', { imei: '358240051111110' });
  const vehicle = await created('/vehicles', { regNo: 'FIT-4' });
  await ask('PATCH', `/vehicles/${vehicle}/archive`);
  const install = () => ask('POST', `/devices/${device}/install`, { vehicleId: vehicle });
  expect((await install()).status).toBe(409);
  await ask('POST', `/vehicles/${vehicle}/restore`, {});
  await ask('PATCH', `/devices/${device}/archive`);
  expect((await install()).status).toBe(409);
});

test('the same pair again succeeds and changes nothing, also where one of them is archived by now', async () => {
  const device = await created('/devices', { imei: '358240051111128' });
  const vehicle = await created('/vehicles', { regNo: 'FIT-5' });
  const { json } = await ask('GET', '/sensors');
  const [sensor, other] = (at(json, 'data') as Json[]).map((row) => Number(at(row, 'id')));
  const install = () => ask('POST', `/devices/${device}/install`, { vehicleId: vehicle });
  const pair = (id = sensor) => ask('POST', `/sensors/${id}/install`, { deviceId: device });
  const drive = (driver: number) => ask('POST', `/vehicle/${vehicle}/set-driver/${driver}`);
  const before = [(await install()).json, (await pair()).json, (await drive(3040)).json];
  bench.pass(1000);
  for (const path of [`/vehicles/${vehicle}`, `/devices/${device}`]) {
    await ask('PATCH', `${path}/archive`);
    const records = [await read(`/vehicles/${vehicle}`), await read(`/devices/${device}`)];
    const again = [await install(), await pair(), await drive(3040)];
    expect(again.map(({ status }) => status)).toEqual([200, 200, 204]);
    expect(again.map((reply) => reply.json)).toEqual(before);
    expect([await read(`/vehicles/${vehicle}`), await read(`/devices/${device}`)]).toEqual(records);
  }
  expect(await read(`/devices/${device}/history`)).toHaveLength(1);
  expect([(await pair(other)).status, (await drive(3039)).status]).toEqual([409, 409]);
  bench.backToNoon();
});

test('a sensor is paired with a device, which remembers it', async () => {
  const { json } = await ask('GET', '/sensors');
  const sensors = at(json, 'data') as Json[];
  const id = Number(
    at(
      sensors.find((sensor) => at(sensor, 'deviceId') === null),
      'id',
    ),
  );
  const paired = await ask('POST', `/sensors/${id}/install`, { deviceId: 'dev-1001' });
  expect(paired.status).toBe(200);
  expect(await read(`/sensors/${id}`)).toMatchObject({
    deviceId: 'dev-1001',
    systemStatus: 'paired',
  });
  const history = await read('/devices/dev-1001/sensors/history');
  expect(at(history, 0)).toMatchObject({ id, label: at(await read(`/sensors/${id}`), 'label') });
  const nowhere = await ask('POST', `/sensors/${id}/install`, { deviceId: 'none' });
  expect(nowhere.status).toBe(422);
  expect((await ask('POST', '/sensors/none/install', { deviceId: 'dev-1001' })).status).toBe(404);
});

test('a sensor that is paired again answers since when it is, as its history does', async () => {
  const since = async (id: number, device: string) => {
    const rows = (await read(`/devices/${device}/sensors/history`)) as Json[];
    return rows.filter((row) => at(row, 'id') === id).map((row) => at(row, 'pairedAt'));
  };
  const { json } = await ask('GET', '/sensors');
  const sensor = (at(json, 'data') as Json[]).find((row) => at(row, 'deviceId') === 'dev-10003');
  const id = Number(at(sensor, 'id'));
  const pair = async (deviceId: string) =>
    at((await ask('POST', `/sensors/${id}/install`, { deviceId })).json, 'pairedAt');
  const [first] = await since(id, 'dev-10003');
  expect(await pair('dev-10003')).toBe(first);
  expect(await since(id, 'dev-10003')).toEqual([first]);
  bench.pass(60_000);
  const second = await pair('dev-10004');
  bench.pass(60_000);
  expect(await pair('dev-10004')).toBe(second);
  expect(await since(id, 'dev-10004')).toEqual([second]);
  bench.backToNoon();
});

test('a driver is assigned, takes over from another, and is taken off once', async () => {
  const vehicle = await created('/vehicles', { regNo: 'DRIVE-1' });
  const path = (move: 'set' | 'unset', driver: number) =>
    `/vehicle/${vehicle}/${move}-driver/${driver}`;
  expect((await ask('POST', path('unset', 3040), {})).status).toBe(409);
  expect((await ask('POST', path('set', 3040), {})).status).toBe(204);
  expect(await read(`/vehicles/${vehicle}`)).toMatchObject({
    driverId: 3040,
    driver: { id: 3040 },
  });
  expect((await ask('POST', path('set', 3040), {})).status).toBe(204);
  expect((await ask('POST', path('set', 3039), {})).status).toBe(204);
  expect(await read(`/vehicles/${vehicle}`)).toMatchObject({ driverId: 3039 });
  expect((await ask('POST', path('unset', 3040), {})).status).toBe(409);
  expect((await ask('POST', path('set', 3040), {})).status).toBe(204);
  expect((await ask('POST', path('unset', 3040), {})).status).toBe(204);
  expect(await read(`/vehicles/${vehicle}`)).toMatchObject({ driverId: null, driver: null });
  expect((await ask('POST', path('set', 99_999), {})).status).toBe(404);
  // A user who does not drive is no driver; one who left drives no more.
  expect((await ask('POST', path('set', 2001), {})).status).toBe(404);
  expect((await ask('POST', path('set', 3041), {})).status).toBe(409);
});

test('a fuel transaction is assigned to a vehicle and counts there', async () => {
  const { json } = await ask('GET', '/fuel-cards/json?limit=1000');
  const rows = at(json, 'data') as Json[];
  const free = rows.find((row) => at(row, 'vehicle') === null);
  const id = Number(at(free, 'id'));
  const before = await read('/fuel-cards-by-vehicle/json?vehicleId=100004');
  const assigned = await ask('PATCH', `/fuel-cards/record/${id}`, { vehicleId: 100004 });
  expect(assigned.json).toEqual({ id });
  const after = await read(`/fuel-cards-by-vehicle/json?vehicleId=100004`);
  expect(at(after, 'meta', 'total')).toBe(Number(at(before, 'meta', 'total')) + 1);
  const list = await read(`/fuel-cards/json?id[]=${id}`);
  expect(at(list, 'data', 0, 'vehicle')).toMatchObject({ id: 100004 });
  // Again it changes nothing, also where the vehicle is archived by now.
  bench.pass(1000);
  await ask('PATCH', '/vehicles/100004/archive');
  const again = await ask('PATCH', `/fuel-cards/record/${id}`, { vehicleId: 100004 });
  expect([again.status, again.json]).toEqual([200, { id }]);
  expect(await read(`/fuel-cards/json?id[]=${id}`)).toEqual(list);
  await ask('POST', '/vehicles/100004/restore', {});
  bench.backToNoon();
  const nowhere = await ask('PATCH', `/fuel-cards/record/${id}`, { vehicleId: 1 });
  expect(nowhere.status).toBe(422);
  expect((await ask('PATCH', '/fuel-cards/record/1', { vehicleId: 100004 })).status).toBe(404);
});

test('nobody archives themselves', async () => {
  expect((await ask('PATCH', '/users/2001/archive')).status).toBe(409);
});
