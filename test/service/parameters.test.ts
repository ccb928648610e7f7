import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { at, sharedBench, startBench, type Json } from './support.ts';

/** No list passes over a parameter in silence: it does what was asked, or says why not. */

const bench = await sharedBench();
const { ask } = bench;
const VEHICLES = '/vehicles/fields/json';

/** The lists that are no plain list of records, each with a field and a text of its rows. */
const LISTS = [
  { list: '/fuel-summary-report', field: 'mileage', text: 'regNo' },
  { list: '/devices/sensors/report/temp-and-humidity', field: 'temperature', text: 'sensorLabel' },
  { list: '/vehicles/report/sensors/temp-and-humidity', field: 'humidity', text: 'regNo' },
  { list: '/devices/dev-10010/history', field: 'installDate', text: 'vehicle.regNo' },
  { list: '/devices/dev-10001/sensors/history', field: 'label', text: 'label' },
  { list: '/devices/dev-10001/cameras', field: 'type', text: 'type' },
  { list: '/timezones', field: 'offset', text: 'name' },
];

const rowsOf = (json: Json) => (Array.isArray(json) ? json : at(json, 'data')) as Json[];

async function rows(list: string, query: string): Promise<Json[]> {
  const reply = await ask('GET', `${list}?limit=1000&${query}`);
  expect([list, query, reply.status]).toEqual([list, query, 200]);
  return rowsOf(reply.json);
}

test.each(LISTS)(
  '$list orders, narrows and projects as every list does',
  async ({ list, field, text }) => {
    const plain = await rows(list, '');
    expect(plain.length).toBeGreaterThan(0);
    const values = (of: readonly Json[]) => of.map((row) => at(row, field));
    const descending = await rows(list, `sort=-${field}`);
    const sorted = values(plain).toSorted((a, b) => ((a as string) < (b as string) ? 1 : -1));
    expect(values(descending)).toEqual(sorted);
    expect(Object.keys((await rows(list, `fields[]=${field}`))[0] as object)).toEqual(
      expect.arrayContaining([field]),
    );
    for (const row of await rows(list, `fields[]=${field}`)) {
      expect(['id', field]).toEqual(expect.arrayContaining(Object.keys(row as object)));
    }
    expect(await rows(list, 'status=archived')).toEqual(
      list === '/fuel-summary-report' ? expect.any(Array) : [],
    );
    const last = plain.at(-1);
    const id = String(at(last, 'id'));
    const named = await rows(list, `id[]=${id}`);
    expect(new Set(named.map((row) => String(at(row, 'id'))))).toEqual(new Set([id]));
    const word = String(at(last, ...text.split('.')));
    const found = await rows(list, `search=${encodeURIComponent(word.toUpperCase())}`);
    expect(found).toContainEqual(last);
    expect(await rows(list, 'search=zzz-nothing')).toEqual([]);
  },
);

test.each(LISTS)('$list refuses what it does not know', async ({ list }) => {
  for (const [query, name] of [
    ['sort=nosuch', 'sort'],
    ['status=bogus', 'status'],
    ['updatedAt[gte]=junk', 'updatedAt[gte]'],
    ['page=x', 'page'],
  ] as const) {
    const reply = await ask('GET', `${list}?${query}`);
    expect([list, query, reply.status]).toEqual([list, query, 422]);
    expect(at(reply.json, 'errors')).toHaveProperty([name]);
  }
});

const DAY = 'dateFrom=2026-03-03T11:00:00Z&dateTo=2026-03-04T11:00:00Z';
const COORDINATES = `/devices/dev-10002/coordinates?${DAY}`;
const ROUTES = `/vehicles/100002/routes?${DAY}&include=driver,vehicle`;

test('routes and positions heed what every list does, or say why not', async () => {
  for (const list of [ROUTES, COORDINATES]) {
    for (const [query, name] of [
      ...[['sort=nosuch', 'sort'] as const, ['sort="', 'sort'] as const],
      ...[['status=bogus', 'status'] as const, ['page=x', 'page'] as const],
      ...[['limit=0', 'limit'] as const, ['updatedAt[gte]=junk', 'updatedAt[gte]'] as const],
      ['updatedAt[gte]=2026-03-04T08:00:00Z', 'updatedAt[gte]'],
      ['search=a', 'search'],
      ['id[]=1', 'id'],
    ] as const) {
      const reply = await ask('GET', `${list}&${query}`);
      expect([list, query, reply.status]).toEqual([list, query, 422]);
      expect(at(reply.json, 'errors')).toHaveProperty([name]);
    }
    const whole = await ask('GET', list);
    for (const query of ['status=active', 'status=all', 'search=', 'sort=', 'limit=1000000']) {
      expect([query, (await ask('GET', `${list}&${query}`)).text]).toEqual([query, whole.text]);
    }
    expect((await ask('GET', `${list}&status=archived`)).json).toEqual([]);
  }
});

test('positions of a device come in pages, with the fields and in the order asked for', async () => {
  const read = async (query: string) =>
    (await ask('GET', `${COORDINATES}&${query}`)).json as Json[];
  const all = await read('');
  expect(all.length).toBeGreaterThan(1000);
  expect(await read('page=3&limit=7')).toEqual(all.slice(14, 21));
  expect(await read('page=2')).toEqual(all.slice(50, 100));
  const pages: Json[] = [];
  for (let page = 1; page === 1 || pages.length === (page - 1) * 1000; page += 1) {
    pages.push(...(await read(`limit=1000&page=${page}`)));
  }
  expect(pages).toEqual(all);
  expect(await read('page=99999&limit=1000')).toEqual([]);
  const times = all.map((point) => ({ ts: at(point, 'ts') }));
  expect(await read('fields[]=ts&fields[]=nosuch')).toEqual(times);
  expect(await read('sort=-ts')).toEqual(all.toReversed());
  expect(await read('sort=-ts&fields=ts&page=2&limit=3')).toEqual(times.toReversed().slice(3, 6));
});

test('routes come in pages of groups, with the fields and in the order asked for', async () => {
  for (const driver of [3038, 3037]) {
    bench.pass(45 * 60_000);
    await ask('POST', `/vehicle/100002/set-driver/${driver}`);
  }
  bench.pass(45 * 60_000);
  const list = ROUTES.replace('T11:00:00Z&include', 'T14:00:00Z&include');
  const read = async (query: string) => (await ask('GET', `${list}&${query}`)).json as Json[];
  const all = await read('');
  expect(all.map((group) => at(group, 'driverId')).slice(1)).toEqual([3038, 3037]);
  for (const page of [1, 2, 3, 4]) {
    expect(await read(`page=${page}&limit=1`)).toEqual(all.slice(page - 1, page));
  }
  expect(await read('page=2&limit=2')).toEqual(all.slice(2));
  expect(await read('fields[]=driverId&fields[]=vehicle')).toEqual(
    all.map((group) => ({ driverId: at(group, 'driverId'), vehicle: at(group, 'vehicle') })),
  );
  expect(await read('fields=routes')).toEqual(
    all.map((group) => ({ routes: at(group, 'routes') })),
  );
  const ascending = all.toSorted((a, b) => Number(at(a, 'driverId')) - Number(at(b, 'driverId')));
  expect(await read('sort=driverId')).toEqual(ascending);
  expect(await read('sort=-driverId&limit=1&fields=driverId')).toEqual([
    { driverId: at(ascending.at(-1), 'driverId') },
  ]);
  bench.backToNoon();
});

test('rows that are made for the question do not say when they changed; kept ones do', async () => {
  const since = 'updatedAt[gte]=2030-01-01T00:00:00Z';
  for (const list of ['/fuel-summary-report', '/timezones', LISTS[1]?.list]) {
    expect([list, (await ask('GET', `${String(list)}?${since}`)).status]).toEqual([list, 422]);
  }
  for (const list of ['/devices/dev-10001/history', '/devices/dev-10001/cameras']) {
    expect(await rows(list, since)).toEqual([]);
    expect((await rows(list, 'updatedAt[gte]=2000-01-01T00:00:00Z')).length).toBeGreaterThan(0);
  }
});

test('a single value that is spelled as a list of one is that value; two that differ are refused', async () => {
  const total = async (query: string) =>
    at((await ask('GET', `${VEHICLES}?${query}`)).json, 'total');
  expect(await total('status[]=archived')).toBe(3);
  expect(await total('search[]=zzz-nothing')).toBe(0);
  expect(await total('updatedAt[gte][]=2030-01-01T00:00:00Z')).toBe(0);
  const page = await ask('GET', `${VEHICLES}?page[]=2&limit[0]=3&sort[]=-id`);
  expect(page.json).toMatchObject({ page: 2, limit: 3 });
  expect(rowsOf(page.json).map((row) => at(row, 'id'))).toEqual([100017, 100016, 100015]);
  const drivers = at((await ask('GET', '/drivers')).json, 'total');
  expect(at((await ask('GET', '/users?role[]=driver')).json, 'total')).toBe(drivers);
  const range = 'dateFrom[]=2026-03-04T08:00:00Z&dateTo[]=2026-03-04T09:00:00Z';
  const routes = await ask('GET', `/vehicles/100001/routes?${range}`);
  expect(routes.text).toBe(
    (await ask('GET', `/vehicles/100001/routes?${range.replaceAll('[]', '')}`)).text,
  );
  expect((await ask('GET', `${VEHICLES}?status=active&status=active`)).status).toBe(200);
  for (const query of ['status=active&status=archived', 'page=1&page=2', 'status=bogus']) {
    expect([query, (await ask('GET', `${VEHICLES}?${query}`)).status]).toEqual([query, 422]);
  }
  const roles = await ask('GET', '/clients/501/users?role=driver&role=viewer');
  expect([roles.status, at(roles.json, 'errors')]).toMatchObject([
    422,
    { role: [expect.anything()] },
  ]);
});

test('search finds everything that has a name', async () => {
  for (const [list, word] of [
    ['/digital-form/form', 'pre-trip'],
    ['/devices/cameras/events', 'tailgating'],
    ['/devices/cameras/events/types', 'harsh'],
    ['/roles', 'viewer'],
    ['/plans', 'complete'],
    ['/vehicles/types', 'van'],
    ['/fuel-types', 'diesel'],
    ['/devices/vendors/', 'kestro'],
    ['/themes', 'slate'],
    ['/settings/language/list', 'english'],
  ] as const) {
    const found = await rows(list, `search=${word}`);
    const all = await rows(list, '');
    expect([list, found.length > 0 && found.length < all.length]).toEqual([list, true]);
    for (const row of found) expect(JSON.stringify(row).toLowerCase()).toContain(word);
  }
});

test('records that were written when other fields were searched are found, too', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-search-'));
  const before = await startBench({ dataDir, vehicles: 3 });
  await before.service.close();
  const db = new Database(path.join(dataDir, 'service.sqlite'));
  db.exec("UPDATE record SET search = ''; UPDATE meta SET value = 'before' WHERE key = 'searched'");
  db.close();
  const bench = await startBench({ dataDir, vehicles: 3 });
  for (const list of ['/roles?search=viewer', '/digital-form/form?search=pre-trip']) {
    expect(rowsOf((await bench.ask('GET', list)).json).length).toBeGreaterThan(0);
  }
  await bench.service.close();
  rmSync(dataDir, { recursive: true, force: true });
});
