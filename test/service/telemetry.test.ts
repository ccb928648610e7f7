import { beforeEach, expect, test } from 'vitest';
import { haversineM } from '../../shared/rules/geo.ts';
import { at, NOON_MS, sharedBench, type Json } from './support.ts';

const bench = await sharedBench({ vehicles: 40 });
const { ask } = bench;
beforeEach(() => bench.backToNoon());
const HOUR_MS = 3600 * 1000;
const iso = (ms: number) => new Date(ms).toISOString();

async function fleet(): Promise<Json[]> {
  const { json } = await ask('GET', '/vehicles/fields/json?limit=1000');
  return at(json, 'data') as Json[];
}
const place = (row: Json) => at(row, 'lastCoordinates') as { lat: number; lng: number };

async function routes(range: { from: number; to: number }, include = ''): Promise<Json[]> {
  const query = `dateFrom=${iso(range.from)}&dateTo=${iso(range.to)}${include}`;
  const { json } = await ask('GET', `/vehicles/100001/routes?${query}`);
  return (at(json, 0, 'routes') ?? []) as Json[];
}

test('positions move with the clock, and only those of vehicles that drive far', async () => {
  const before = await fleet();
  bench.pass(60_000);
  const after = await fleet();
  const moved = before.map((row, index) => haversineM(place(row), place(after[index])));
  expect(moved.filter((metres) => metres > 20).length).toBeGreaterThan(5);
  // Nobody jumps: a minute at 160 km/h is 2.7 km.
  expect(Math.max(...moved)).toBeLessThan(2700);
  expect(new Set(before.map((row) => at(row, 'status')))).toContain('driving');
  for (const row of after) {
    expect(at(row, 'lastCoordinates')).toMatchObject({
      ts: at(row, 'lastLoggedAt'),
      speed: expect.any(Number) as unknown,
      heading: expect.any(Number) as unknown,
    });
  }
});

test('a vehicle that a client added has no position and no device', async () => {
  const made = await ask('POST', '/vehicles', { regNo: 'NO-SIM' });
  const record = await ask('GET', `/vehicles/${String(at(made.json, 'id'))}`);
  expect(record.json).toMatchObject({ status: 'offline', lastCoordinates: null, deviceId: null });
  const odometer = await ask('GET', `/vehicles/${String(at(made.json, 'id'))}/odometer`);
  expect(odometer.json).toMatchObject({ odometer: null });
});

test('a tenant’s own field that says the words of the service stops no vehicle', async () => {
  const before = (await ask('GET', '/vehicles/100002')).json;
  const note = { unavailableMessage: 'No device is installed.' };
  const changed = await ask('POST', '/vehicles/100002', { note });
  expect(changed.json).toMatchObject({ note, todayData: at(before, 'todayData') });
  bench.pass(6 * HOUR_MS);
  const after = (await ask('GET', '/vehicles/100002')).json;
  expect(at(after, 'lastLoggedAt')).not.toBe(at(before, 'lastLoggedAt'));
});

test('the odometer follows the trips of the same time', async () => {
  const to = NOON_MS;
  const from = to - 6 * HOUR_MS;
  const read = async (ms: number) =>
    Number(
      at((await ask('GET', `/vehicles/100001/odometer?occurredAt=${iso(ms)}`)).json, 'odometer'),
    );
  const driven = (await read(to)) - (await read(from));
  const summed = (await routes({ from, to })).reduce<number>(
    (sum, part) => sum + Number(at(part, 'distance')),
    0,
  );
  expect(driven).toBeGreaterThan(1000);
  expect(Math.abs(driven - summed)).toBeLessThan(50);
});

test('a recalibration moves the odometer from then on and keeps counting', async () => {
  const path = '/vehicles/100003/odometer';
  const read = async () => Number(at((await ask('GET', path)).json, 'odometer'));
  const before = await read();
  const set = await ask('POST', path, { occurredAt: iso(NOON_MS), odometer: 1_000_000 });
  expect(set.status).toBe(200);
  const then = await ask('GET', `${path}?occurredAt=${iso(NOON_MS)}`);
  expect(then.json).toMatchObject({ odometer: 1_000_000, isSyncedWithDevice: false });
  const earlier = await ask('GET', `${path}?occurredAt=${iso(NOON_MS - 1000)}`);
  expect(Number(at(earlier.json, 'odometer'))).toBeLessThanOrEqual(before);
  const now = await read();
  bench.pass(8 * HOUR_MS);
  expect(await read()).toBeGreaterThan(now + 1000);
});

test('engine hours rise through the day', async () => {
  const { json } = await ask('GET', '/vehicles/100001/engine-hours/current');
  expect(Number(at(json, 'engineHours'))).toBeGreaterThan(Number(at(json, 'prevEngineHours')));
});

test('routes carry what was asked to be included, and nothing else', async () => {
  const range = { from: NOON_MS - 3 * HOUR_MS, to: NOON_MS };
  const plain = await routes(range);
  expect(plain.length).toBeGreaterThan(1);
  expect(at(plain[0], 'coordinates')).toBeUndefined();
  expect(at(plain[0], 'pointStart', 'address')).toBeUndefined();
  const full = await routes(range, '&include[]=coordinates&include[]=address');
  const driving = full.find((part) => at(part, 'type') === 'driving');
  const points = at(driving, 'coordinates') as Json[];
  expect(points.length).toBeGreaterThan(5);
  expect(at(points[0], 'ts')).toMatch(/^2026-03-04T/);
  expect(at(driving, 'pointFinish', 'address')).toMatch(/,/);
  const query = `dateFrom=${iso(range.from)}&dateTo=${iso(range.to)}`;
  const bare = await ask('GET', `/vehicles/100001/routes?${query}`);
  expect(at(bare.json, 0, 'driver')).toBeUndefined();
  const named = await ask(
    'GET',
    `/vehicles/100001/routes?${query}&include[]=driver&include[]=vehicle`,
  );
  expect(at(named.json, 0)).toMatchObject({ driver: { id: 3001 }, vehicle: { id: 100001 } });
});

test('nothing is told of the future', async () => {
  expect(await routes({ from: NOON_MS + HOUR_MS, to: NOON_MS + 2 * HOUR_MS })).toEqual([]);
  const parts = await routes({ from: NOON_MS - HOUR_MS, to: NOON_MS + HOUR_MS });
  const end = at(parts.at(-1), 'pointFinish', 'occurredAt');
  expect(Date.parse(String(end))).toBe(NOON_MS);
});

test('distances are text at the tenant that sends them so', async () => {
  const list = await ask('GET', '/vehicles/fields/json?limit=1', undefined, 'neighbour');
  const id = String(at(list.json, 'data', 0, 'id'));
  const query = `dateFrom=${iso(NOON_MS - HOUR_MS)}&dateTo=${iso(NOON_MS)}`;
  const { json } = await ask('GET', `/vehicles/${id}/routes?${query}`, undefined, 'neighbour');
  expect(typeof at(json, 0, 'routes', 0, 'distance')).toBe('string');
});

test('temperature and humidity are the same whenever they are asked for, grouped and paged', async () => {
  const range = `startDate=${iso(NOON_MS - 6 * HOUR_MS)}&endDate=${iso(NOON_MS)}`;
  const path = '/devices/sensors/report/temp-and-humidity';
  const one = await ask('GET', `${path}?${range}&limit=30`);
  bench.pass(HOUR_MS);
  const again = await ask('GET', `${path}?${range}&limit=30`);
  expect(again.text).toBe(one.text);
  expect(at(one.json, 'total')).toBe(20 * 13);
  const sensors = (at(one.json, 'data') as Json[]).map((row) => at(row, 'sensorId'));
  expect(new Set(sensors.slice(0, 13)).size).toBe(1);
  const vehicles = await ask('GET', `/vehicles/report/sensors/temp-and-humidity?${range}`);
  expect(at(vehicles.json, 'data', 0)).toMatchObject({ vehicleId: 100001 });
});

test('a fuel summary adds up the transactions of its range', async () => {
  const range = `startDate=${iso(NOON_MS - 30 * 24 * HOUR_MS)}&endDate=${iso(NOON_MS)}`;
  const summary = await ask('GET', `/fuel-summary-report?${range}&limit=1`);
  const list = await ask('GET', `/fuel-cards-by-vehicle/json?vehicleId=100001&${range}&limit=1000`);
  const litres = (at(list.json, 'data') as Json[]).reduce<number>(
    (sum, row) => sum + Number(at(row, 'refueled')),
    0,
  );
  expect(litres).toBeGreaterThan(0);
  expect(Number(at(summary.json, 'data', 0, 'refueled'))).toBeCloseTo(litres, 1);
  expect(Number(at(summary.json, 'data', 0, 'mileage'))).toBeGreaterThan(10_000);
});

test('a device reports where its vehicle is, and where it was', async () => {
  const vehicle = await ask('GET', '/vehicles/100001');
  const device = await ask('GET', '/devices/dev-10001');
  expect(at(device.json, 'lastCoordinates')).toEqual(at(vehicle.json, 'lastCoordinates'));
  const query = `dateFrom=${iso(NOON_MS - 3 * HOUR_MS)}&dateTo=${iso(NOON_MS)}`;
  const points = (await ask('GET', `/devices/dev-10001/coordinates?${query}`)).json as Json[];
  expect(points.length).toBeGreaterThan(10);
  const instants = points.map((point) => String(at(point, 'ts')));
  expect(instants).toEqual([...instants].sort());
});

test('an answer is drawn as PDF with its text, and carries its JSON', async () => {
  const reply = await bench.raw({
    method: 'GET',
    path: '/api/digital-form/answer/600001/pdf',
    headers: { authorization: `Bearer ${bench.service.token}` },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/pdf');
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(reply.body), verbosity: 0 }).promise;
  let text = '';
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const content = await (await pdf.getPage(page)).getTextContent();
    text += content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }
  expect(text).toContain('Pre-trip check');
  expect(text).toContain('Odometer');
  expect(text).toContain('9007199254740993');
  expect([...((await pdf.getAttachments()) ?? []).keys()]).toEqual(['answer.json']);
});

test('the link of a camera ends after the day on which it is read', async () => {
  const ends = async () =>
    ((await ask('GET', '/devices/dev-10001/cameras')).json as Json[]).map((camera) =>
      String(at(camera, 'expiredAt')),
    );
  const first = await ends();
  expect(first.every((end) => end > new Date(NOON_MS + 12 * HOUR_MS).toISOString())).toBe(true);
  bench.pass(13 * HOUR_MS);
  expect((await ends()).every((end, i) => end > (first[i] ?? ''))).toBe(true);
});
