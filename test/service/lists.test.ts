import { expect, test } from 'vitest';
import { FUEL_FIELDS } from '../../shared/model/fuel.ts';
import { at, sharedBench, startBench, type Json } from './support.ts';

const { ask, service } = await sharedBench({ vehicles: 120 });
const VEHICLES = '/vehicles/fields/json';

const rowsOf = (json: Json) => {
  const rows = at(json, 'data');
  return Array.isArray(rows) ? (rows as Json[]) : [];
};
const idsOf = (json: Json) => rowsOf(json).map((row) => at(row, 'id'));

test('pages have fifty rows, the number asked for, and a thousand at most', async () => {
  const plain = await ask('GET', VEHICLES);
  expect(plain.json).toMatchObject({ page: 1, limit: 50, total: 120 });
  expect(rowsOf(plain.json)).toHaveLength(50);
  const third = await ask('GET', `${VEHICLES}?page=3&limit=50`);
  expect(rowsOf(third.json)).toHaveLength(20);
  const beyond = await ask('GET', `${VEHICLES}?page=4&limit=50`);
  expect(beyond.json).toMatchObject({ page: 4, total: 120, data: [] });
  expect((await ask('GET', `${VEHICLES}?limit=5000`)).json).toMatchObject({ limit: 1000 });
});

test('all pages together hold every record once', async () => {
  const seen: Json[] = [];
  for (let page = 1; page <= 5; page += 1) {
    seen.push(...idsOf((await ask('GET', `${VEHICLES}?page=${page}&limit=25`)).json));
  }
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});

test('page numbers and limits that are none are refused by name', async () => {
  for (const query of ['page=0', 'page=x', 'limit=-1', 'limit=1.5', 'limit=']) {
    const reply = await ask('GET', `${VEHICLES}?${query}`);
    expect([query, reply.status]).toEqual([query, 422]);
    expect(at(reply.json, 'errors')).toHaveProperty(query.split('=')[0] ?? '');
  }
});

test('fields[] gives these fields and the id, in the spelling of the record', async () => {
  const reply = await ask('GET', `${VEHICLES}?fields[]=regNo&fields[]=customRef&limit=1`);
  expect(reply.text).toMatch(
    /"data":\[\{"id":100001,"regNo":"[^"]+","customRef":9007199254740993\}\]/,
  );
});

test('lists of fuel give the fields of the specification and of their records, and refuse others', async () => {
  for (const path of ['/fuel-cards/json', '/fuel-cards-by-vehicle/json']) {
    for (const field of [...FUEL_FIELDS, 'updatedAt', 'fuelTypeId', 'receiptNo', 'vat']) {
      const reply = await ask('GET', `${path}?limit=1&fields[]=${field}`);
      const fields = Object.keys(rowsOf(reply.json)[0] as object);
      expect([path, field, reply.status, fields.toSorted()]).toEqual([
        ...[path, field, 200],
        ['id', field].toSorted(),
      ]);
    }
    for (const fields of ['fields[]=transactiondate', 'fields=total,secret', 'fields[]=a"b']) {
      const reply = await ask('GET', `${path}?${fields}`);
      expect([path, fields, reply.status]).toEqual([path, fields, 422]);
      expect(at(reply.json, 'errors')).toHaveProperty('fields');
    }
  }
});

test('archived records appear only when asked for', async () => {
  expect((await ask('GET', VEHICLES)).text).not.toContain('(sold)');
  const archived = await ask('GET', `${VEHICLES}?status=archived`);
  expect(rowsOf(archived.json)).toHaveLength(3);
  expect(at(archived.json, 'data', 0)).toMatchObject({ status: 'archived' });
  expect(at(archived.json, 'data', 0, 'archivedAt')).toMatch(/^\d{4}-/);
  expect((await ask('GET', `${VEHICLES}?status=all`)).json).toMatchObject({ total: 123 });
  expect((await ask('GET', `${VEHICLES}?status=active`)).json).toMatchObject({ total: 120 });
  expect((await ask('GET', `${VEHICLES}?status=parked`)).status).toBe(422);
});

test('search, id[] and sort narrow and order', async () => {
  const first = await ask('GET', `${VEHICLES}?limit=1`);
  const regNo = String(at(first.json, 'data', 0, 'regNo'));
  const found = await ask('GET', `${VEHICLES}?search=${regNo.toLowerCase()}`);
  expect(found.json).toMatchObject({ total: 1 });
  const some = await ask('GET', `${VEHICLES}?id[]=100003&id[]=100007`);
  expect(idsOf(some.json)).toEqual([100003, 100007]);
  const sorted = await ask('GET', `${VEHICLES}?sort=-regNo&limit=1000`);
  const names = rowsOf(sorted.json).map((row) => String(at(row, 'regNo')));
  expect(names).toEqual([...names].sort().reverse());
  expect((await ask('GET', `${VEHICLES}?sort=a'b`)).status).toBe(422);
});

test('an order by what no record has is refused', async () => {
  const refused = await ask('GET', `${VEHICLES}?sort=-nosuch`);
  expect(refused.status).toBe(422);
  expect(at(refused.json, 'errors')).toHaveProperty('sort');
  expect((await ask('GET', '/sensors?sort=nosuch')).status).toBe(422);
  // A tenant's own field is one, and so is one that is null everywhere.
  for (const field of ['customRef', 'picture', 'lastLoggedAt']) {
    expect([field, (await ask('GET', `${VEHICLES}?sort=${field}`)).status]).toEqual([field, 200]);
  }
});

test('lists are in the order of what they show, also where that moves', async () => {
  const orders = [
    [VEHICLES, ['status', 'lastLoggedAt', 'engineOnTime']],
    [
      '/devices/json',
      ['statusExt', 'isUnavailable', 'lastActiveTime', 'lastDataReceivedAt', 'status'],
    ],
  ] as const;
  const rank = (value: Json) => (value === null || value === undefined ? 0 : 1);
  for (const [path, fields] of orders) {
    for (const field of fields) {
      const { json } = await ask('GET', `${path}?limit=1000&sort=-${field}`);
      const values = rowsOf(json).map((row) => at(row, field));
      const sorted = values.toSorted((a, b) => {
        if (rank(a) !== rank(b)) return rank(b) - rank(a);
        if (a === b) return 0;
        return (a as string) < (b as string) ? 1 : -1;
      });
      expect([path, field, values]).toEqual([path, field, sorted]);
      expect(new Set(values).size).toBeGreaterThan(1);
      // A page of it is a part of that order, and a part of the record is enough.
      const page = await ask(
        'GET',
        `${path}?limit=7&page=2&sort=-${field}&fields[]=${field}&status=active`,
      );
      expect(rowsOf(page.json).map((row) => at(row, field))).toEqual(values.slice(7, 14));
      expect(rowsOf(page.json).map((row) => at(row, 'id'))).toEqual(idsOf(json).slice(7, 14));
    }
  }
});

test('lists are in the order of a tenant’s field, however that is called', async () => {
  const names = { 'farbe größe': 'b', цвет: 'a', 'a.b': 'c', 'x-1': 'd' };
  await ask('POST', '/vehicles/100004', names);
  await ask('POST', '/vehicles/100009', { 'farbe größe': 'z', цвет: 'z', 'a.b': 'z', 'x-1': 'z' });
  for (const field of Object.keys(names)) {
    const sorted = await ask('GET', `${VEHICLES}?limit=2&sort=-${encodeURIComponent(field)}`);
    expect([field, idsOf(sorted.json)]).toEqual([field, [100009, 100004]]);
  }
  for (const field of ['a"b', 'a\\b', '-', 'nö']) {
    const refused = await ask('GET', `${VEHICLES}?sort=${encodeURIComponent(field)}`);
    expect([field, refused.status]).toEqual([field, 422]);
  }
});

test('a page of a list that has no pages is that page', async () => {
  const groups = (await ask('GET', '/area-groups')).json as Json[];
  expect(groups.length).toBeGreaterThan(4);
  expect((await ask('GET', '/area-groups?page=2&limit=2')).json).toEqual(groups.slice(2, 4));
  expect((await ask('GET', '/area-groups?limit=3')).json).toEqual(groups.slice(0, 3));
  expect((await ask('GET', '/area-groups?page=99&limit=2')).json).toEqual([]);
  expect((await ask('GET', '/area-groups?limit=5000')).json).toEqual(groups);
  expect((await ask('GET', '/timezones?limit=1')).json).toHaveLength(1);
  expect((await ask('GET', '/area-groups?limit=x')).status).toBe(422);
  const sensors = at((await ask('GET', '/sensors')).json, 'data') as Json[];
  expect(at((await ask('GET', '/sensors?page=3&limit=5')).json, 'data')).toEqual(
    sensors.slice(10, 15),
  );
});

test('lists of people narrow by role, and refuse one that does not exist', async () => {
  const of = async (path: string) => rowsOf((await ask('GET', path)).json);
  const drivers = await of('/users?role=driver&limit=1000');
  expect(drivers.map((row) => at(row, 'id'))).toEqual(
    (await of('/drivers?limit=1000')).map((row) => at(row, 'id')),
  );
  const viewers = await of('/clients/501/users?role=viewer&limit=1000');
  expect(viewers.length).toBeGreaterThan(0);
  expect(new Set(viewers.map((row) => at(row, 'role')))).toHaveProperty('size', 1);
  expect((await ask('GET', '/users?role=pilot')).status).toBe(422);
  expect((await ask('GET', '/clients/501/users?role=pilot')).status).toBe(422);
  expect(await of('/drivers?role=viewer&limit=1000')).toEqual([]);
  expect((await ask('GET', '/drivers?role=pilot')).status).toBe(422);
});

test('lists whose rows have a vehicle narrow by it, in either spelling', async () => {
  for (const path of ['/fuel-cards/json', '/devices/cameras/events', '/fuel-summary-report']) {
    const count = async (query: string) =>
      rowsOf((await ask('GET', `${path}?limit=1000${query}`)).json).length;
    const [all, one] = [await count(''), await count('&vehicleId=100001')];
    expect([all > one, await count('&vehicleIds[]=1')], path).toEqual([true, 0]);
  }
});

test('updatedAt[gte] gives what changed since', async () => {
  const since = async (iso: string) =>
    at((await ask('GET', `/areas?limit=1000&updatedAt[gte]=${iso}`)).json, 'result');
  expect(at(await since('2026-03-04T11:00:00.001Z'), 'total')).toBe(0);
  const all = await since('2020-01-01T00:00:00Z');
  expect(at(all, 'total')).toBe(60);
  const timesIn = (result: unknown) =>
    (at(result, 'areas') as unknown[]).map((row) => String(at(row, 'updatedAt')));
  const changed = timesIn(all);
  expect(changed).toHaveLength(60);
  const middle = [...changed].sort()[30] ?? '';
  const later = timesIn(await since(middle));
  expect(later.sort()).toEqual(changed.filter((iso) => iso >= middle).sort());
  expect((await ask('GET', '/areas?updatedAt[gte]=yesterday')).status).toBe(422);
});

test('envelopes are those of their endpoint', async () => {
  const keys = async (path: string) => {
    const { json } = await ask('GET', path);
    return Array.isArray(json)
      ? 'array'
      : Object.keys(json as object)
          .sort()
          .join();
  };
  expect(await keys('/areas')).toBe('result');
  expect(await keys('/areas/4001')).toBe('result');
  expect(await keys('/fuel-cards/json')).toBe('data,meta');
  expect(await keys('/sensors')).toBe('data');
  expect(await keys('/roles')).toBe('data');
  expect(await keys('/area-groups')).toBe('array');
  expect(await keys('/users')).toBe('data,limit,page,total');
  expect(await keys('/scheduled-report/rep-501-1')).toBe('data');
  const area = await ask('GET', '/areas?limit=1');
  expect(Object.keys(at(area.json, 'result') as object)).toEqual([
    'areas',
    'page',
    'limit',
    'total',
  ]);
});

test('no vehicle of the demo that burns nothing has a tank or takes fuel', async () => {
  const fleet = await startBench({ vehicles: 40 });
  const rows = async (path: string) =>
    at((await fleet.ask('GET', `${path}?limit=1000`)).json, 'data') as Json[];
  const vehicles = await rows('/vehicles/fields/json');
  const electric = vehicles.filter((row) => at(row, 'fuelType') === 'electric');
  expect(electric.length).toBeGreaterThan(0);
  expect(new Set(electric.map((row) => at(row, 'fuelTankCapacity')))).toEqual(new Set([null]));
  const fuelled = new Set((await rows('/fuel-cards/json')).map((row) => at(row, 'vehicle', 'id')));
  expect(electric.filter((row) => fuelled.has(at(row, 'id')))).toEqual([]);
  await fleet.service.close();
});

test('the demo has what it promises', async () => {
  const total = async (path: string) => {
    const { json } = await ask('GET', `${path}?limit=1`);
    return at(json, 'total') ?? at(json, 'result', 'total') ?? at(json, 'meta', 'total');
  };
  expect(await total('/drivers')).toBe(40);
  expect(await total('/areas')).toBe(60);
  expect(await total('/fuel-cards/json')).toBe(1200);
  const { json } = await ask('GET', '/areas?limit=60');
  const areas = at(json, 'result', 'areas') as Json[];
  expect(new Set(areas.map((area) => at(area, 'type')))).toEqual(
    new Set(['circle', 'polygon', 'polyline', 'rectangle']),
  );
  expect(new Set(areas.map((area) => at(area, 'groups', 0, 'name'))).size).toBe(6);
  const forms = (await ask('GET', '/digital-form/form')).json as Json[];
  expect(forms).toHaveLength(8);
  let answers = 0;
  for (const form of forms) {
    const one = await ask('GET', `/digital-form/form/${String(at(form, 'id'))}`);
    const list = at(one.json, 'answers');
    answers += Array.isArray(list) ? list.length : 0;
  }
  expect(answers).toBe(300);
  expect(service.basemap).toContain('"FeatureCollection"');
  const own = await ask('GET', '/platform-settings/domain', undefined, 'reseller');
  const reseller = await ask('GET', '/reseller/11', undefined, 'reseller');
  expect(at(own.json, 'domain')).toBe(at(reseller.json, 'domain'));
});
