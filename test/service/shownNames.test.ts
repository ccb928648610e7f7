import { expect, test } from 'vitest';
import { at, NOON_MS, sharedBench, type Json } from './support.ts';

/** A name that changes changes wherever it is shown. */

const bench = await sharedBench();
const { ask } = bench;
const MINUTE_MS = 60_000;

async function listOf(path: string): Promise<Json[]> {
  const { json } = await ask('GET', path);
  return (Array.isArray(json) ? json : at(json, 'data')) as Json[];
}

/** Every page of a list. */
async function all(path: string, query = ''): Promise<Json[]> {
  const pages = [1, 2].map((page) => listOf(`${path}?limit=1000&page=${page}${query}`));
  return (await Promise.all(pages)).flat();
}

const since = (ms: number) => `&updatedAt[gte]=${new Date(ms).toISOString()}`;

test('another registration is shown by the device and its history, by fuel and camera events', async () => {
  const fuel = await all('/fuel-cards/json');
  const events = await all('/devices/cameras/events');
  const idOf = (row: Json) => at(row, 'vehicle', 'id');
  const id = Number(events.map(idOf).find((one) => fuel.some((row) => idOf(row) === one)));
  const device = String(at((await ask('GET', `/vehicles/${id}`)).json, 'deviceId'));
  bench.pass(MINUTE_MS);
  await ask('POST', `/vehicles/${id}`, { regNo: 'RENAMED' });
  const vehicle = { id, regNo: 'RENAMED' };
  const lists: Record<string, Json[]> = {};
  for (const path of ['/fuel-cards/json', '/devices/cameras/events']) {
    const rows = await all(path);
    lists[path] = rows.filter((row) => idOf(row) === id);
    // The filter by time finds what changed, and nothing else.
    expect(await all(path, since(NOON_MS + MINUTE_MS))).toEqual(lists[path]);
  }
  for (const rows of Object.values(lists)) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(at(row, 'vehicle')).toEqual(vehicle);
  }
  expect((await listOf(`/devices/${device}/history`))[0]).toMatchObject({ vehicle });
  expect((await ask('GET', `/devices/${device}`)).json).toMatchObject({
    vehicle,
    deviceInstallation: { vehicle },
  });
  const removed = await ask('POST', `/devices/${device}/uninstall`, {});
  expect(removed.json).toMatchObject({ vehicle });
  // What is over keeps the name of its time.
  await ask('POST', `/vehicles/${id}`, { regNo: 'RENAMED-2' });
  expect((await listOf(`/devices/${device}/history`))[0]).toMatchObject({ vehicle });
  bench.backToNoon();
});

test('a person’s new name is shown by the vehicle, by fuel and camera events', async () => {
  const fuel = await all('/fuel-cards/json');
  const id = Number(
    at(
      fuel.find((row) => at(row, 'driverId') !== null),
      'driverId',
    ),
  );
  await ask('PATCH', `/users/${id}`, { fullName: 'Somebody Else' });
  const mine = (await all('/fuel-cards/json')).filter((row) => at(row, 'driverId') === id);
  expect(new Set(mine.map((row) => at(row, 'driver')))).toEqual(new Set(['Somebody Else']));
  const vehicles = await all('/vehicles/fields/json');
  const driven = vehicles.find((row) => at(row, 'driverId') === id);
  expect(at(driven, 'driver', 'fullName')).toBe('Somebody Else');
  const events = (await all('/devices/cameras/events')).filter(
    (row) => at(row, 'driver', 'id') === id,
  );
  for (const row of events) expect(at(row, 'driver', 'fullName')).toBe('Somebody Else');
  const found = await ask('GET', '/fuel-cards/json?search=somebody%20else&limit=1');
  expect(at(found.json, 'meta', 'total')).toBe(mine.length);
});

test('another IMEI is shown by the sensors of the device', async () => {
  const [sensor] = await listOf('/sensors');
  const id = Number(at(sensor, 'id'));
  await ask('POST', `/sensors/${id}/install`, { deviceId: 'dev-10007' });
  const imei = '990000000000123';
  await ask('PATCH', '/devices/dev-10007', { imei });
  const device = { id: 'dev-10007', imei };
  expect((await ask('GET', `/sensors/${id}`)).json).toMatchObject({ device });
  const history = await listOf('/devices/dev-10007/sensors/history');
  expect(history.find((row) => at(row, 'id') === id)).toMatchObject({ device });
});

test('an answer to a form keeps the names that it was signed with', async () => {
  const [form] = await listOf('/digital-form/form');
  const path = `/digital-form/form/${String(at(form, 'id'))}`;
  const entries = async () => at((await ask('GET', path)).json, 'answers') as Json[];
  const before = await entries();
  const answers = async () =>
    Promise.all(
      before.map(
        async (entry) => (await ask('GET', `/digital-form/answer/${String(at(entry, 'id'))}`)).json,
      ),
    );
  const signed = await answers();
  const ids = new Set(signed.map((answer) => at(answer, 'vehicle', 'id')));
  const vehicles = (await all('/vehicles/fields/json')).filter((row) => ids.has(at(row, 'id')));
  const driven = vehicles.find((row) => typeof at(row, 'driver', 'id') === 'number');
  await ask('POST', `/vehicles/${String(at(driven, 'id'))}`, { regNo: 'SIGNED' });
  const person = `/users/${String(at(driven, 'driver', 'id'))}`;
  expect((await ask('PATCH', person, { fullName: 'Somebody Signed' })).status).toBe(200);
  expect(at((await ask('GET', `/vehicles/${String(at(driven, 'id'))}`)).json, 'regNo')).toBe(
    'SIGNED',
  );
  expect(await answers()).toEqual(signed);
  expect(await entries()).toEqual(before);
});
