import { expect, test } from 'vitest';
import { at, NOON_MS, sharedBench, type Json } from './support.ts';

const bench = await sharedBench();
const { ask, askText } = bench;

/** The record's text without the members that the change itself touches. */
function without(text: string, ...keys: readonly string[]): string {
  return keys.reduce(
    (left, key) =>
      left.replace(new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|[^,{}]*)(,|(?=}))`), ''),
    text,
  );
}

test('unknown fields survive a write to another field to the letter', async () => {
  const path = '/vehicles/100001';
  const before = (await ask('GET', path)).text;
  expect(before).toContain('"customRef":9007199254740993');
  expect(before).toContain('"tariff":1.10');
  expect(before).toContain('"__proto__":{"polluted":true,"note":"an own key"}');
  expect(before).toContain('"caf\\u00e9":"spelled \\u0041s sent"');
  await ask('POST', path, { defaultLabel: 'Label, changed' });
  const after = (await ask('GET', path)).text;
  expect(after).toContain('"defaultLabel":"Label, changed"');
  const rest = (text: string) => without(text, 'defaultLabel', 'updatedAt');
  expect(rest(after)).toBe(rest(before));
});

test('area, form answer and device keep their spelling through moves', async () => {
  const area = (await ask('GET', '/areas/4001')).text;
  expect(area).toContain('"customerNo":9007199254740993,"rate":1.10,"__proto__":{"visited":true}');
  await ask('PATCH', '/areas/4001/archive');
  await ask('PATCH', '/areas/4001/restore');
  const restored = (await ask('GET', '/areas/4001')).text;
  expect(without(restored, 'updatedAt')).toBe(without(area, 'updatedAt'));
  const answer = (await ask('GET', '/digital-form/answer/600001')).text;
  expect(answer).toContain(
    '"serial":9007199254740993,"score":1.10,"__proto__":{"signedBy":"nobody"}',
  );
});

test('unknown fields of a body are stored as they were spelled', async () => {
  const body =
    '{"regNo":"OWN-1","toll":9007199254740995,"rate": 1.10,"__proto__":{"a":[1.0]},"na\\u006de":"x"}';
  const made = await askText('POST', '/vehicles', body);
  expect(made.status).toBe(201);
  const id = String(at(made.json, 'id'));
  const { text } = await ask('GET', `/vehicles/${id}`);
  expect(text).toContain('"toll":9007199254740995,"rate":1.10,"__proto__":{"a":[1.0]},"name":"x"');
  await askText('POST', `/vehicles/${id}`, '{"rate":2.50}');
  expect((await ask('GET', `/vehicles/${id}`)).text).toContain(
    '"toll":9007199254740995,"rate":2.50,"__proto__":{"a":[1.0]}',
  );
  // An assignment changes its record, also where the vehicle is there already; not what was filled in.
  for (const cost of ['1.10', '2.50']) {
    const assignment = `{"vehicleId":100004,"cost":${cost},"refueled":1}`;
    const { status } = await askText('PATCH', '/fuel-cards/record/70001', assignment);
    const { text: listed } = await ask('GET', '/fuel-cards/json?id=70001');
    expect([status, listed.includes(`"cost":${cost}`), listed.includes('"refueled":1,')]).toEqual([
      ...[200, true, false],
    ]);
  }
});

test('a name that the service sets on another kind of record is a tenant’s own', async () => {
  const group = await ask('POST', '/area-groups', { name: 'Zones', type: 'zone', groups: [71] });
  expect(group.json).toMatchObject({ type: 'zone', groups: [71] });
  const user = await ask('PATCH', '/users/3004', { depot: { id: 301 }, vehicle: 'vans only' });
  expect(user.json).toMatchObject({ depot: { id: 301 }, vehicle: 'vans only' });
  const report = await ask('PATCH', '/scheduled-report/rep-501-1', { vehicleId: 100001 });
  expect(report.json).toMatchObject({ vehicleId: 100001 });
});

test('fields that only the service sets are not taken from a body', async () => {
  const made = await ask('POST', '/vehicles', {
    regNo: 'OWN-2',
    id: 1,
    status: 'driving',
    team: { clientId: 502 },
    archivedAt: '2020-01-01T00:00:00Z',
  });
  expect(made.json).toMatchObject({ status: 'offline', team: { clientId: 501 }, archivedAt: null });
  expect(at(made.json, 'id')).not.toBe(1);
});

const LONG_AGO = '2026-01-01T00:00:00Z';
const onOneLine = [1, 1.01, 1.02].map((degree) => ({ lat: degree, lng: degree }));
const sameTwice = [onOneLine[0], onOneLine[0]];
/** More than a call takes arguments. */
const noIds = Array.from({ length: 200_000 }, () => null);

test('invalid bodies are 422 with messages by field, and change nothing', async () => {
  const changes = bench.service.log().length;
  const cases: readonly (readonly ['POST' | 'PATCH', string, Json, string])[] = [
    ['POST', '/vehicles', { regNo: '' }, 'regNo'],
    ['POST', '/vehicles', { regNo: 'A', typeId: 4711 }, 'typeId'],
    ['POST', '/vehicles', { regNo: 'A', depotId: 4711 }, 'depotId'],
    ['POST', '/vehicles', { regNo: 'A', groupIds: [1] }, 'groupIds'],
    ['POST', '/vehicles/100001', { defaultLabel: 5 }, 'defaultLabel'],
    ['POST', '/vehicles/100001/odometer', { odometer: -1 }, 'odometer'],
    ['POST', '/vehicles/100001/odometer', { odometer: 1, occurredAt: 'now' }, 'occurredAt'],
    [
      'POST',
      '/vehicles/100001/odometer',
      { odometer: 1, occurredAt: '2027-01-01T00:00:00Z' },
      'occurredAt',
    ],
    ['POST', '/areas', { name: 'A', type: 'star', coordinates: [{ lat: 1, lng: 1 }] }, 'type'],
    ['POST', '/areas', { name: 'A', type: 'circle', coordinates: [{ lat: 1, lng: 1 }] }, 'radius'],
    [
      'POST',
      '/areas',
      { name: 'A', type: 'polygon', coordinates: [{ lat: 1, lng: 1 }] },
      'coordinates',
    ],
    [
      'POST',
      '/areas',
      { name: 'A', type: 'circle', coordinates: [{ lat: 91, lng: 1 }], radius: 9 },
      'coordinates',
    ],
    ['PATCH', '/areas/4001', { type: 'circle' }, 'coordinates'],
    ['POST', '/areas', { name: 'A', type: 'polygon', coordinates: onOneLine }, 'coordinates'],
    ['POST', '/areas', { name: 'A', type: 'rectangle', coordinates: sameTwice }, 'coordinates'],
    ['POST', '/areas', { name: 'A', type: 'polyline', coordinates: sameTwice }, 'coordinates'],
    ['POST', '/vehicles/100001/odometer', { odometer: 1e300, occurredAt: LONG_AGO }, 'odometer'],
    ['POST', '/users', { email: 'a@waybill.example', name: 5 }, 'name'],
    ['PATCH', '/users/2003', { surname: ['x'] }, 'surname'],
    ['PATCH', '/users/2001', { roleId: 5 }, 'roleId'],
    ['PATCH', '/areas/4001', { groupIds: ['none'] }, 'groupIds'],
    ['PATCH', '/areas/4001', { groupIds: noIds }, 'groupIds'],
    ['POST', '/vehicles/100001', { groupIds: noIds }, 'groupIds'],
    ['POST', '/area-groups', {}, 'name'],
    ['POST', '/devices', { imei: '12' }, 'imei'],
    ['POST', '/devices', { imei: '490154203237518', vendorId: 'none' }, 'vendorId'],
    ['POST', '/devices/dev-1001/install', {}, 'vehicleId'],
    ['POST', '/users', { email: 'nonsense' }, 'email'],
    ['POST', '/users', { email: 'driver-3001@waybill.example' }, 'email'],
    ['POST', '/users', { email: 'a@waybill.example', roleId: 1 }, 'roleId'],
    ['POST', '/clients/501/users', { email: '' }, 'email'],
    ['POST', '/scheduled-report', { name: 'A', type: 'trips', format: 'doc' }, 'format'],
    ['POST', '/scheduled-report', { name: 'A', type: 'none', format: 'csv' }, 'type'],
    ['PATCH', '/fuel-cards/record/70001', {}, 'vehicleId'],
  ];
  for (const [method, path, body, field] of cases) {
    const reply = await ask(method, path, body);
    expect([path, field, reply.status]).toEqual([path, field, 422]);
    expect(Object.keys(at(reply.json, 'errors') as object)).toContain(field);
    expect(typeof at(reply.json, 'message')).toBe('string');
  }
  expect(bench.service.log()).toHaveLength(changes);
});

test('what is no JSON object is 400, another content type 415, too large 413', async () => {
  for (const text of ['{', '[]', '"text"', 'null', '{"regNo":}']) {
    expect([text, (await askText('POST', '/vehicles', text)).status]).toEqual([text, 400]);
  }
  const huge = `{"regNo":"${'x'.repeat(5 * 1024 * 1024)}"}`;
  expect((await askText('POST', '/vehicles', huge)).status).toBe(413);
  const form = await bench.raw({
    method: 'POST',
    path: '/api/vehicles',
    headers: { authorization: `Bearer ${bench.service.token}`, 'content-type': 'text/plain' },
    body: '{"regNo":"A"}',
  });
  expect(form.status).toBe(415);
  const brokenUtf8 = await bench.raw({
    method: 'POST',
    path: '/api/vehicles',
    headers: { authorization: `Bearer ${bench.service.token}`, 'content-type': 'application/json' },
    body: Buffer.from('7b227265674e6f223a22ff227d', 'hex'),
  });
  expect(brokenUtf8.status).toBe(400);
});

test('a shape that crosses itself is taken, and a group that is named twice counts once', async () => {
  const corner = (lat: number, lng: number) => ({ lat, lng });
  const coordinates = [corner(1, 1), corner(1.01, 1.01), corner(1.01, 1), corner(1, 1.01)];
  const groups = (await ask('GET', '/area-groups')).json as Json[];
  const id = at(groups[0], 'id');
  const groupIds = [id, String(id), id];
  const made = await ask('POST', '/areas', { name: 'A', type: 'polygon', coordinates, groupIds });
  expect(made.status).toBe(201);
  expect(at(made.json, 'result', 'groups')).toHaveLength(1);
  const inGroup = (await ask('GET', '/vehicles/100001')).json;
  const group = at(inGroup, 'groups', 0, 'id');
  const twice = await ask('POST', '/vehicles', { regNo: 'GR-2', groupIds: [group, group] });
  expect(at(twice.json, 'groups')).toHaveLength(1);
});

test('a rectangle has two opposite corners, or all four in their order', async () => {
  const corner = (lat: number, lng: number) => ({ lat, lng });
  const [a, b, c, d] = [corner(41, -2), corner(41, -1.99), corner(41.01, -1.99), corner(41.01, -2)];
  const make = async (...coordinates: readonly { lat: number; lng: number }[]) => {
    const made = await ask('POST', '/areas', { name: 'R', type: 'rectangle', coordinates });
    return { status: made.status, polygon: at(made.json, 'result', 'polygon'), json: made.json };
  };
  const outline = (await make(a, b, c, d)).polygon;
  expect(outline).toBe('POLYGON((-2 41, -1.99 41, -1.99 41.01, -2 41.01, -2 41))');
  expect((await make(a, c)).polygon).toBe(outline);
  expect((await make(a, b, c, d, a)).polygon).toBe(outline);
  // Turned by 45 degrees; a degree of longitude is three quarters of one of latitude there.
  const [up, right] = [0.003, 0.003 / Math.cos((41 * Math.PI) / 180)];
  const turned = [
    corner(41 + up, -2),
    corner(41, -2 + right),
    corner(41 - up, -2),
    corner(41, -2 - right),
  ];
  expect((await make(...turned)).status).toBe(201);
  for (const none of [[a, b, c], [a, c, b, d], [a, b, c, corner(50, 7)], [a, b, c, d, b], [a]]) {
    const refused = await make(...none);
    expect([none.length, refused.status]).toEqual([none.length, 422]);
    expect(at(refused.json, 'errors')).toHaveProperty('coordinates');
  }
});

test('a polygon that is sent closed has its first corner once more at the end, not twice', async () => {
  const corner = (lat: number, lng: number) => ({ lat, lng });
  const [a, b, c] = [corner(41, -2), corner(41, -1.99), corner(41.01, -1.99)];
  const make = async (...coordinates: readonly { lat: number; lng: number }[]) => {
    const { json } = await ask('POST', '/areas', { name: 'P', type: 'polygon', coordinates });
    return ['polygon', 'coordinates'].map((field) => at(json, 'result', field));
  };
  const polygon = 'POLYGON((-2 41, -1.99 41, -1.99 41.01, -2 41))';
  expect(await make(a, b, c)).toEqual([polygon, [a, b, c]]);
  expect(await make(a, b, c, a)).toEqual([polygon, [a, b, c, a]]);
});

test('ranges and queries that are invalid are refused by name', async () => {
  const cases = [
    ['/vehicles/100001/routes', 'dateFrom'],
    ['/vehicles/100001/routes?dateFrom=2026-03-02T00:00:00Z&dateTo=2026-03-01T00:00:00Z', 'dateTo'],
    ['/vehicles/100001/routes?dateFrom=2025-01-01T00:00:00Z&dateTo=2026-03-01T00:00:00Z', 'dateTo'],
    [
      '/vehicles/100001/routes?dateFrom=2026-03-01T00:00:00Z&dateTo=2026-03-02T00:00:00Z&include[]=fuel',
      'include',
    ],
    ['/devices/installation/', 'deviceImei'],
    ['/scheduled-report?format=doc', 'format'],
    ['/fuel-cards/json?fields[]=secret', 'fields'],
  ] as const;
  for (const [path, field] of cases) {
    const reply = await ask('GET', path);
    expect([path, reply.status]).toEqual([path, 422]);
    expect(Object.keys(at(reply.json, 'errors') as object)).toContain(field);
  }
});

test('every answer has a request id of its own, and unknown paths are 404', async () => {
  const one = await ask('GET', '/vehicles/100001');
  const two = await ask('GET', '/vehicles/none');
  const ids = [one, two].map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? ''))).toBe(true);
  expect((await ask('GET', '/nothing')).status).toBe(404);
  expect((await ask('GET', '/devices/vendors')).status).toBe(404);
});

test('names of people travel under two names and are read under others', async () => {
  const made = await ask('POST', '/clients/501/users', {
    email: 'New.Person@waybill.example',
    firstName: 'Nuvo',
    lastName: 'Persona',
    roleId: 6,
  });
  expect(made.json).toMatchObject({
    name: 'Nuvo',
    surname: 'Persona',
    fullName: 'Nuvo Persona',
    role: 'Driver',
  });
  const id = String(at(made.json, 'id'));
  const drivers = await ask('GET', '/drivers?search=nuvo');
  expect(drivers.json).toMatchObject({ total: 1 });
  const renamed = await ask('POST', `/clients/501/users/${id}`, { lastName: 'Otra' });
  expect(renamed.json).toMatchObject({ fullName: 'Nuvo Otra', surname: 'Otra' });
});

test('two vehicles with one registration are two vehicles', async () => {
  const one = await ask('POST', '/vehicles', { regNo: 'TWIN' });
  const two = await ask('POST', '/vehicles', { regNo: 'TWIN' });
  expect(at(one.json, 'id')).not.toBe(at(two.json, 'id'));
});

test('an area can be sent back as it was read, and loses its radius with its circle', async () => {
  const listed = await ask('GET', '/areas?limit=100');
  const areas = at(listed.json, 'result', 'areas') as Json[];
  for (const area of areas.slice(0, 20)) {
    const { type, coordinates, radius } = area as Record<string, Json>;
    const path = `/areas/${String(at(area, 'id'))}`;
    expect((await ask('PATCH', path, { type, coordinates, radius })).status).toBe(200);
  }
  const corners = [
    { lat: 1, lng: 1 },
    { lat: 1.01, lng: 1.01 },
  ];
  const circle = { type: 'circle', coordinates: corners.slice(0, 1), radius: 200 };
  const made = await ask('POST', '/areas', { name: 'Round', ...circle });
  const path = `/areas/${String(at(made.json, 'result', 'id'))}`;
  await ask('PATCH', path, { type: 'rectangle', coordinates: corners });
  expect(at((await ask('GET', path)).json, 'result', 'radius')).toBeNull();
  expect((await ask('PATCH', path, { ...circle, radius: null })).status).toBe(422);
});

test('what changes because another record did has changed: the filter by time finds no older rows', async () => {
  const since = new Date(NOON_MS + 60_000).toISOString();
  bench.pass(120_000);
  const groups = (await ask('GET', '/area-groups')).json;
  const group = `/area-groups/${String(at(groups, 0, 'id'))}`;
  await ask('PATCH', group, { name: 'Named anew' });
  await ask('POST', '/vehicles/100001', { regNo: 'ZZ 0001' });
  for (const path of ['/areas', '/devices/json', '/vehicles/fields/json']) {
    const found = await ask('GET', `${path}?updatedAt[gte]=${since}`);
    const rows = (at(found.json, 'data') ?? at(found.json, 'result', 'areas')) as Json[];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(String(at(row, 'updatedAt')) >= since).toBe(true);
  }
  // The name that it has already, and none at all, change nothing in its areas.
  bench.pass(120_000);
  const later = new Date(NOON_MS + 180_000).toISOString();
  for (const body of [{ name: 'Named anew', shade: '#ff0000' }, { shade: '#00ff00' }]) {
    const same = await ask('PATCH', group, body);
    expect([same.status, same.json]).toMatchObject([200, { ...body, name: 'Named anew' }]);
  }
  const changed = await ask('GET', `/areas?updatedAt[gte]=${later}`);
  expect(at(changed.json, 'result', 'areas')).toEqual([]);
  bench.backToNoon();
});

test('a changed address is the one that signs in; a password in a body is kept nowhere', async () => {
  const { password } = bench.service.account('viewer');
  const users = await ask('GET', '/users?search=viewer');
  const path = `/users/${String(at(users.json, 'data', 0, 'id'))}`;
  await ask('PATCH', path, { email: 'watcher@waybill.example', password: 'open sesame' });
  expect((await ask('GET', path)).text).not.toContain('sesame');
  const signIn = (email: string) => ask('POST', '/login', { email, password });
  expect((await signIn('viewer@waybill.example')).status).toBe(401);
  expect((await signIn('watcher@waybill.example')).status).toBe(200);
  await ask('PATCH', path, { email: 'viewer@waybill.example' });
});
