import { expect, test } from 'vitest';
import { reportedWithin } from '../../electron/service/installations.ts';
import { openStore, type Bind, type Store } from '../../electron/service/store.ts';
import { at, NOON_MS, startBench, type Bench, type Json } from './support.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Noon to the afternoon, and from there to the next morning: a token lives for a day. */
const AFTERNOON_MS = 4 * HOUR_MS;
const NIGHT_MS = 18 * HOUR_MS;
const iso = (ms: number) => new Date(ms).toISOString();

/** A list of an endpoint that answers it bare, or under `data`. */
async function listOf({ ask }: Bench, path: string): Promise<Json[]> {
  const { json } = await ask('GET', path);
  return (Array.isArray(json) ? json : at(json, 'data')) as Json[];
}

const routesPath = (vehicle: number, fromMs: number, toMs: number) =>
  `/vehicles/${vehicle}/routes?dateFrom=${iso(fromMs)}&dateTo=${iso(toMs)}&include[]=driver`;

test('what devices a vehicle had is found by an index, however many installations there are', () => {
  const store = openStore(':memory:');
  store.insert({ entity: 'vehicle', id: '1', doc: '{"id":1}', updated: NOON_MS });
  const vehicle = store.find('vehicle', '1', { of: 'platform' });
  const asked: [sql: string, ...bind: Bind[]][] = [];
  const rows: Store['rows'] = (...query) => {
    asked.push(query);
    return store.rows(...query);
  };
  if (vehicle !== undefined) reportedWithin({ ...store, rows }, vehicle, { fromMs: 0, toMs: 1 });
  const plans = asked.map(([sql, ...bind]) => store.list(`EXPLAIN QUERY PLAN ${sql}`, ...bind));
  expect(plans.map((plan) => plan[0]?.['detail'])).toEqual([
    expect.stringContaining('record_in_vehicle'),
  ]);
  store.close();
});

test('a trip stays with who drove it, whoever has the vehicle since', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const before = (await listOf(bench, routesPath(100001, NOON_MS - DAY_MS, NOON_MS)))[0];
  const first = at(before, 'driverId');
  expect(first).not.toBeNull();
  const other = first === 3040 ? 3039 : 3040;
  await ask('POST', `/vehicle/100001/set-driver/${other}`, {});
  // The trips of before have not changed hands.
  expect((await listOf(bench, routesPath(100001, NOON_MS - DAY_MS, NOON_MS)))[0]).toEqual(before);
  bench.pass(AFTERNOON_MS);
  await ask('POST', `/vehicle/100001/unset-driver/${other}`, {});
  bench.pass(NIGHT_MS);
  const groups = await listOf(
    bench,
    routesPath(100001, NOON_MS - DAY_MS, NOON_MS + AFTERNOON_MS + NIGHT_MS),
  );
  expect(groups.map((group) => at(group, 'driverId'))).toEqual([first, other, null]);
  expect(groups.map((group) => at(group, 'driver', 'id'))).toEqual([first, other, undefined]);
  const starts = groups.map((group) =>
    (at(group, 'routes') as Json[]).map((part) => String(at(part, 'pointStart', 'occurredAt'))),
  );
  expect(starts.flat()).toEqual(starts.flat().toSorted());
  expect(starts[0]?.every((start) => start < iso(NOON_MS))).toBe(true);
  expect(starts[1]?.every((start) => start >= iso(NOON_MS))).toBe(true);
  expect(starts[2]?.every((start) => start >= iso(NOON_MS + AFTERNOON_MS))).toBe(true);
  await bench.service.close();
});

test('what changes hands after the clock was put back stays with whom it came to last', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const device = '/devices/dev-10002';
  const [sensor] = await listOf(bench, '/sensors');
  const sensorId = Number(at(sensor, 'id'));
  const drive = (driver: number) => ask('POST', `/vehicle/100001/set-driver/${driver}`, {});
  const pair = (deviceId: string) => ask('POST', `/sensors/${sensorId}/install`, { deviceId });
  const install = () => ask('POST', `${device}/install`, { vehicleId: 100002 });
  bench.pass(HOUR_MS);
  await drive(3040);
  await pair('dev-10004');
  await ask('POST', `${device}/uninstall`, {});
  await install();
  bench.pass(60_000);
  await ask('POST', `${device}/uninstall`, {});
  bench.pass(-HOUR_MS);
  expect([(await drive(3039)).status, (await pair('dev-10005')).status]).toEqual([204, 200]);
  expect((await install()).status).toBe(200);
  bench.pass(5 * HOUR_MS);
  const [fromMs, toMs] = [NOON_MS + 2 * HOUR_MS, NOON_MS + 5 * HOUR_MS];
  const groups = await listOf(bench, routesPath(100001, fromMs, toMs));
  expect(groups.map((group) => at(group, 'driverId'))).toEqual([3039]);
  const readings = await listOf(
    bench,
    `/devices/sensors/report/temp-and-humidity?sensorId=${sensorId}&startDate=${iso(fromMs)}`,
  );
  expect([...new Set(readings.map((row) => at(row, 'vehicleId')))]).toEqual([100005]);
  const [now, before] = await listOf(bench, `${device}/history`);
  expect(at(now, 'uninstallDate')).toBeNull();
  expect(at(now, 'installDate')).toBe(at(before, 'uninstallDate'));
  await bench.service.close();
});

test('a vehicle whose device is removed stands still until it has one again', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const vehicle = async () => (await ask('GET', '/vehicles/100001')).json;
  const device = String(at(await vehicle(), 'deviceId'));
  await ask('POST', `/devices/${device}/uninstall`, {});
  const removed = await vehicle();
  expect(removed).toMatchObject({
    deviceId: null,
    status: 'offline',
    unavailableMessage: 'No device is installed.',
  });
  const odometer = async () => at((await ask('GET', '/vehicles/100001/odometer')).json, 'odometer');
  const metres = await odometer();
  bench.pass(AFTERNOON_MS);
  expect(at(await vehicle(), 'lastCoordinates')).toEqual(at(removed, 'lastCoordinates'));
  expect(await odometer()).toBe(metres);
  const gap = await listOf(bench, routesPath(100001, NOON_MS, NOON_MS + AFTERNOON_MS));
  expect(gap.flatMap((group) => at(group, 'routes') as Json[])).toEqual([]);
  await ask('POST', `/devices/${device}/install`, { vehicleId: 100001 });
  expect(await vehicle()).toMatchObject({ deviceId: device, unavailableMessage: null });
  bench.pass(NIGHT_MS);
  expect(at(await vehicle(), 'lastCoordinates')).not.toEqual(at(removed, 'lastCoordinates'));
  const [group] = await listOf(
    bench,
    routesPath(100001, NOON_MS - DAY_MS, NOON_MS + AFTERNOON_MS + NIGHT_MS),
  );
  const parts = at(group, 'routes') as Json[];
  const inGap = parts.filter((part) => {
    const start = String(at(part, 'pointStart', 'occurredAt'));
    return start > iso(NOON_MS) && start < iso(NOON_MS + AFTERNOON_MS);
  });
  expect(parts.length).toBeGreaterThan(0);
  expect(inGap).toEqual([]);
  await bench.service.close();
});

test('parts of a route have ids of their own where a device was removed and came back within one', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const parts = async (fromMs: number, toMs: number) =>
    (await listOf(bench, routesPath(100002, fromMs, toMs))).flatMap(
      (group) => at(group, 'routes') as Json[],
    );
  const device = String(at((await ask('GET', '/vehicles/100002')).json, 'deviceId'));
  // It stands at home at night; what it does next has its gap, too.
  const stop = (await parts(NOON_MS - DAY_MS, NOON_MS)).find(
    (part) => at(part, 'type') === 'stopped' && Number(at(part, 'duration')) > 6 * 3600,
  );
  const beganMs = Date.parse(String(at(stop, 'pointStart', 'occurredAt')));
  const middleMs = beganMs + Number(at(stop, 'duration')) * 500;
  const nextMs = Date.parse(String(at(stop, 'pointFinish', 'occurredAt'))) + 30_000;
  for (const cutMs of [middleMs, nextMs]) {
    await ask('POST', `/devices/${device}/uninstall`, { uninstalledAt: iso(cutMs) });
    const back = { vehicleId: 100002, installedAt: iso(cutMs + 10_000) };
    expect((await ask('POST', `/devices/${device}/install`, back)).status).toBe(200);
  }
  const whole = await parts(NOON_MS - DAY_MS, NOON_MS);
  const ids = whole.map((part) => String(at(part, 'id')));
  expect(new Set(ids).size).toBe(ids.length);
  const own = String(at(stop, 'id'));
  expect(ids.filter((id) => id === own || id.startsWith(`${own}-`))).toHaveLength(2);
  expect(ids.filter((id) => /-\d{13}$/.test(id))).toHaveLength(2);
  // Asked for in two halves, both halves of what the range cuts have one id.
  const cutMs = middleMs + HOUR_MS;
  const halves = [...(await parts(NOON_MS - DAY_MS, cutMs)), ...(await parts(cutMs, NOON_MS))];
  expect([...new Set(halves.map((part) => String(at(part, 'id'))))]).toEqual(ids);
  await bench.service.close();
});

test('the day so far of a vehicle whose device was removed is that of its last report', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const vehicle = async () => (await ask('GET', '/vehicles/100001')).json;
  const before = await vehicle();
  expect(at(before, 'todayData', 'distance')).toBeGreaterThan(1000);
  expect(at(before, 'engineOnTime')).toBeGreaterThan(100);
  await ask('POST', `/devices/${String(at(before, 'deviceId'))}/uninstall`, {});
  const lasting = ['todayData', 'engineOnTime', 'lastLoggedAt', 'lastCoordinates'];
  const of = (row: Json) => lasting.map((field) => at(row, field));
  expect(of(await vehicle())).toEqual(of(before));
  bench.pass(AFTERNOON_MS);
  expect(of(await vehicle())).toEqual(of(before));
  const hours = (await ask('GET', '/vehicles/100001/engine-hours/current')).json;
  const sinceMidnight = Number(at(hours, 'engineHours')) - Number(at(hours, 'prevEngineHours'));
  expect(Math.abs(sinceMidnight * 3600 - Number(at(before, 'engineOnTime')))).toBeLessThan(5);
  // The next day is another one.
  bench.pass(NIGHT_MS);
  expect(await vehicle()).toMatchObject({ todayData: null, engineOnTime: 0 });
  expect(at(await vehicle(), 'lastCoordinates')).toEqual(at(before, 'lastCoordinates'));
  await bench.service.close();
});

test('a fuel summary goes as far as the odometer does where a device was removed', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const device = String(at((await ask('GET', '/vehicles/100001')).json, 'deviceId'));
  const [fromMs, toMs] = [NOON_MS - DAY_MS, NOON_MS + AFTERNOON_MS];
  await ask('POST', `/devices/${device}/uninstall`, { uninstalledAt: iso(NOON_MS - HOUR_MS) });
  bench.pass(AFTERNOON_MS);
  const odometer = async (ms: number) => {
    const { json } = await ask('GET', `/vehicles/100001/odometer?occurredAt=${iso(ms)}`);
    return Number(at(json, 'odometer'));
  };
  const driven = (await odometer(toMs)) - (await odometer(fromMs));
  const [summary] = await listOf(
    bench,
    `/fuel-summary-report?startDate=${iso(fromMs)}&endDate=${iso(toMs)}&limit=1`,
  );
  expect(driven).toBeGreaterThan(1000);
  expect(Math.abs(Number(at(summary, 'mileage')) - driven)).toBeLessThanOrEqual(1);
  const groups = await listOf(bench, routesPath(100001, fromMs, toMs));
  const parts = groups.flatMap((group) => at(group, 'routes') as Json[]);
  const summed = parts.reduce<number>((sum, part) => sum + Number(at(part, 'distance')), 0);
  expect(Math.abs(summed - driven)).toBeLessThan(50);
  await bench.service.close();
});

test('the fuel of a vehicle stays in the summary of its time when the vehicle is archived', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const summary = (range: string) => listOf(bench, `/fuel-summary-report?limit=1000&${range}`);
  const month = `startDate=${iso(NOON_MS - 30 * DAY_MS)}&endDate=${iso(NOON_MS)}`;
  const before = await summary(month);
  const [row] = before;
  expect(at(row, 'refueled')).toBeGreaterThan(0);
  const id = Number(at(row, 'id'));
  await ask('PATCH', `/vehicles/${id}/archive`);
  expect(await summary(month)).toEqual(before);
  const idsOf = (rows: readonly Json[]) => rows.map((one) => at(one, 'id'));
  // Nobody fuelled it in the last minute.
  const minute = `startDate=${iso(NOON_MS - 1)}&endDate=${iso(NOON_MS)}`;
  expect(idsOf(await summary(minute))).toEqual(idsOf(before).filter((one) => one !== id));
  expect(idsOf(await summary(`${month}&status=active`))).not.toContain(id);
  expect(idsOf(await summary(`${month}&status=archived`))).toContain(id);
  expect(idsOf(await summary(`${minute}&status=all`))).toContain(id);
  expect((await ask('GET', '/fuel-summary-report?status=bogus')).status).toBe(422);
  await bench.service.close();
});

test('a device tells of the vehicle that it was in then, and of none before and between', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const coordinates = (fromMs: number, toMs: number) =>
    listOf(bench, `/devices/dev-10002/coordinates?dateFrom=${iso(fromMs)}&dateTo=${iso(toMs)}`);
  const before = await coordinates(NOON_MS - DAY_MS, NOON_MS);
  expect(before.length).toBeGreaterThan(10);
  await ask('POST', '/devices/dev-10002/uninstall', {});
  expect(await coordinates(NOON_MS - DAY_MS, NOON_MS)).toEqual(before);
  await ask('POST', '/devices/dev-10003/uninstall', {});
  bench.pass(AFTERNOON_MS);
  expect(await coordinates(NOON_MS, NOON_MS + AFTERNOON_MS)).toEqual([]);
  await ask('POST', '/devices/dev-10002/install', { vehicleId: 100003 });
  bench.pass(NIGHT_MS);
  const after = await coordinates(NOON_MS - DAY_MS, NOON_MS + AFTERNOON_MS + NIGHT_MS);
  expect(after.slice(0, before.length)).toEqual(before);
  const later = after.slice(before.length);
  expect(later.length).toBeGreaterThan(10);
  expect(later.every((point) => String(at(point, 'ts')) >= iso(NOON_MS + AFTERNOON_MS))).toBe(true);
  // Positions of the vehicle that it came into, not of the one that it left.
  const [route] = await listOf(
    bench,
    `${routesPath(100003, NOON_MS + AFTERNOON_MS, NOON_MS + AFTERNOON_MS + NIGHT_MS)}&include[]=coordinates`,
  );
  const driven = (at(route, 'routes') as Json[])
    .filter((part) => at(part, 'type') === 'driving')
    .flatMap((part) => at(part, 'coordinates') as Json[])
    .map((point) => ({ lat: at(point, 'lat'), lng: at(point, 'lng') }));
  expect(later.map((point) => ({ lat: at(point, 'lat'), lng: at(point, 'lng') }))).toEqual(driven);
  await bench.service.close();
});

test('a reading stays with the vehicle that its sensor was in', async () => {
  const bench = await startBench();
  const { ask } = bench;
  const [sensor] = await listOf(bench, '/sensors');
  const id = Number(at(sensor, 'id'));
  const device = String(at(sensor, 'deviceId'));
  const report = (by: 'devices/sensors/report' | 'vehicles/report/sensors') =>
    listOf(
      bench,
      `/${by}/temp-and-humidity?sensorId=${id}&startDate=${iso(NOON_MS - 6 * HOUR_MS)}&limit=1000`,
    );
  const before = await report('devices/sensors/report');
  expect(before).toHaveLength(13);
  const [home] = before.map((row) => at(row, 'vehicleId'));
  expect(home).not.toBeNull();
  bench.pass(HOUR_MS / 6);
  await ask('POST', `/devices/${device}/uninstall`, {});
  bench.pass(3 * HOUR_MS);
  const loose = await report('devices/sensors/report');
  expect(loose.slice(0, 13)).toEqual(before);
  expect(new Set(loose.slice(13).map((row) => at(row, 'vehicleId')))).toEqual(new Set([null]));
  await ask('POST', `/sensors/${id}/install`, { deviceId: 'dev-10005' });
  bench.pass(3 * HOUR_MS);
  const places = (await report('devices/sensors/report')).map((row) => at(row, 'vehicleId'));
  expect([...new Set(places)]).toEqual([home, null, 100005]);
  // By vehicle: all of one, then all of the next, and nothing of the time in none.
  const byVehicle = (await report('vehicles/report/sensors')).map((row) => at(row, 'vehicleId'));
  expect([...new Set(byVehicle)]).toEqual([home, 100005]);
  expect(byVehicle).toEqual(places.filter((place) => place !== null));
  await bench.service.close();
});

test('no device of the demo was in two vehicles at once, nor two in one, nor one before it was there', async () => {
  const bench = await startBench();
  const devices = await listOf(bench, '/devices/json?limit=1000');
  const stays: { device: string; vehicle: string; from: string; to: string }[] = [];
  for (const device of devices) {
    const id = String(at(device, 'id'));
    for (const entry of await listOf(bench, `/devices/${id}/history`)) {
      const [from, to] = [String(at(entry, 'installDate')), at(entry, 'uninstallDate')];
      expect(from >= String(at(device, 'createdAt')), id).toBe(true);
      stays.push({
        ...{ device: id, vehicle: String(at(entry, 'vehicleId')), from },
        to: typeof to === 'string' ? to : '9999',
      });
    }
  }
  expect(stays.length).toBeGreaterThan(devices.length / 2);
  for (const name of ['device', 'vehicle'] as const) {
    const inOrder = stays.toSorted((a, b) =>
      `${a[name]} ${a.from}`.localeCompare(`${b[name]} ${b.from}`),
    );
    const clashes = inOrder.filter((stay, i) => {
      const before = inOrder[i - 1];
      return before?.[name] === stay[name] && before.to > stay.from;
    });
    expect(clashes, name).toEqual([]);
  }
});
