import { expect, test } from 'vitest';
import { at, parsed, sharedBench, type Json } from './support.ts';

/**
 * What clients do that nobody here has written: other methods, other spellings, whole records sent
 * back, and what no client should send.
 */

const bench = await sharedBench();
const { ask, askText, service } = bench;
const VEHICLE = '/vehicles/100001';
const VEHICLES = '/vehicles/fields/json';

const raw = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD',
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) =>
  service.handle({
    method,
    path: `/api${path}`,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });

test('a known path with another method is 405 and names those that it knows', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/areas/4001', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', VEHICLES, 'GET, HEAD'],
    ['GET', '/login', 'POST'],
    ['PATCH', `${VEHICLE}/restore`, 'POST'],
    ['OPTIONS', VEHICLES, 'GET, HEAD'],
  ] as const) {
    const reply = await raw(method, `${path}?x=1`);
    expect([path, reply.status, reply.headers['allow']]).toEqual([path, 405, allow]);
  }
  expect((await raw('OPTIONS', '/nothing')).status).toBe(404);
  // Whatever the body is, which nobody would read.
  for (const [type, body] of [
    ['application/merge-patch+json', '{}'],
    ['text/plain', 'x'],
    ['application/json', '{'],
  ] as const) {
    const put = await raw('PUT', '/areas/4001', { 'content-type': type }, body);
    expect([type, put.status, put.headers['allow']?.split(', ')[0]]).toEqual([type, 405, 'GET']);
    expect((await raw('POST', '/nothing', { 'content-type': type }, body)).status).toBe(404);
  }
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect((await raw('POST', '/nothing', packed, '{}')).status).toBe(404);
});

test('HEAD answers as GET does, without the body', async () => {
  const head = await raw('HEAD', VEHICLE);
  const whole = await raw('GET', VEHICLE);
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(String(whole.body.length));
  expect((await raw('HEAD', '/vehicles/none')).status).toBe(404);
});

test('every refusal has a request id and words, whoever makes it', async () => {
  const json = { 'content-type': 'application/json' };
  const replies = [
    await raw('GET', '/nothing'),
    await raw('GET', '/vehicles/%zz'),
    await raw('GET', `/vehicles/${'x'.repeat(600)}`),
    await raw('PUT', VEHICLES),
    await raw('GET', VEHICLES, { host: 'evil.example' }),
    await raw('POST', '/vehicles', { 'content-type': 'text/plain' }, 'x'),
    await raw('POST', '/vehicles', { ...json, 'content-encoding': 'gzip' }, '{}'),
    await raw('POST', '/vehicles', json, '{'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 400, 414, 405, 421, 415, 415, 400]);
  for (const reply of replies) {
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(at(parsed(reply).json, 'message')).toMatch(/\S/);
  }
});

test('a body that is none is none, whatever it calls itself; garbage is refused everywhere', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await raw('PATCH', '/areas/4002/archive', form, '')).status).toBe(204);
  expect((await ask('PATCH', '/areas/4002/restore', {})).status).toBe(204);
  for (const text of ['{{', '[]', 'null', '"x"']) {
    expect([text, (await askText('PATCH', '/areas/4002/archive', text)).status]).toEqual([
      text,
      400,
    ]);
  }
  expect(at((await ask('GET', '/areas/4002')).json, 'result', 'status')).toBe('active');
});

test('a body nested deeper than any record is 400, and no list breaks by it', async () => {
  const nested = (depth: number) => `{"regNo":"DEEP","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect((await askText('POST', '/vehicles', nested(90))).status).toBe(201);
  for (const depth of [200, 5_000, 500_000]) {
    expect((await askText('POST', '/vehicles', nested(depth))).status).toBe(400);
  }
  expect((await ask('GET', `${VEHICLES}?sort=-regNo`)).status).toBe(200);
});

test('lists of values are understood in every spelling', async () => {
  const keys = async (query: string): Promise<string[]> =>
    Object.keys(at((await ask('GET', `${VEHICLES}?limit=1&${query}`)).json, 'data', 0) as object);
  for (const query of [
    'fields[]=regNo&fields[]=vin',
    'fields=regNo&fields=vin',
    'fields=regNo,vin',
    'fields[0]=regNo&fields[1]=vin',
  ]) {
    expect([query, await keys(query)]).toEqual([query, ['id', 'regNo', 'vin']]);
  }
  // An empty list asks for nothing, as clients spell it that have nothing to ask for.
  for (const path of [VEHICLES, '/fuel-cards/json', '/fuel-summary-report']) {
    const { text } = await ask('GET', `${path}?limit=2`);
    for (const none of ['fields=&id=', 'fields[]=&id[]=', 'fields[0]=', 'vehicleIds=']) {
      expect([none, (await ask('GET', `${path}?limit=2&${none}`)).text]).toEqual([none, text]);
    }
  }
  const day = 'dateFrom=2026-03-04T08:00:00Z&dateTo=2026-03-04T09:00:00Z';
  for (const query of ['include[]=driver&include[]=vehicle', 'include=driver,vehicle']) {
    const reply = await ask('GET', `${VEHICLE}/routes?${day}&${query}`);
    expect(at(reply.json, 0, 'vehicle', 'id')).toBe(100001);
    expect(at(reply.json, 0, 'driver')).toBeDefined();
  }
  const ids = await ask('GET', `${VEHICLES}?id=100003,100007`);
  expect(at(ids.json, 'total')).toBe(2);
  const total = async (query: string) =>
    at((await ask('GET', `/fuel-cards-by-vehicle/json?${query}`)).json, 'meta', 'total');
  expect(await total('vehicleIds[]=100001')).toBe(await total('vehicleId=100001'));
  expect(await total('vehicleId=nobody')).toBe(0);
});

test('instants: an offset that is not encoded, days that no calendar has, ranges with one end', async () => {
  const routes = (from: string, to: string) =>
    ask('GET', `${VEHICLE}/routes?dateFrom=${from}&dateTo=${to}`);
  const plain = await routes('2026-03-04T07:00:00Z', '2026-03-04T08:00:00Z');
  const shifted = await routes('2026-03-04T08:00:00+01:00', '2026-03-04T09:00:00%2B01:00');
  expect(shifted.text).toBe(plain.text);
  expect(plain.text).toContain('"routes"');
  const noDay = await ask('GET', '/areas?updatedAt[gte]=2026-02-30T00:00:00Z');
  expect(noDay.status).toBe(422);
  const wordy = await routes('yesterday', '2026-03-04T08:00:00Z');
  expect(String(at(wordy.json, 'errors', 'dateFrom', 0))).toMatch(/ISO/);
  const CLIMATE = '/devices/sensors/report/temp-and-humidity?limit=1';
  const past = await ask('GET', `${CLIMATE}&endDate=2026-01-10T12:00:00Z`);
  expect(Number(at(past.json, 'total'))).toBeGreaterThan(40);
  const future = await ask('GET', `${CLIMATE}&startDate=2099-01-01T00:00:00Z`);
  expect([future.status, at(future.json, 'total')]).toEqual([200, 0]);
});

/** One instant in every spelling that is one (section 2, ISODateString). */
const SAME_INSTANT = [
  ...['2026-03-01T08:00:00Z', '2026-03-01T08:00Z', '2026-03-01T08:00:00.000Z'],
  ...['2026-03-01T08:00:00,0000004Z', '2026-03-01T09:00:00+01:00', '2026-03-01T09:00+0100'],
  ...['2026-03-01T09:00:00.0+01', '2026-03-01T04:30-03:30'],
];
const NO_INSTANTS = [
  ...['yesterday', '', '2026-03-01', '2026-03-01T08:00:00', '2026-03-01 08:00:00Z'],
  ...['2026-02-30T08:00:00Z', '2026-03-01T25:00Z', '2026-03-01T08:60Z', '2026-03-01T08:00+99:00'],
  ...['2026-03-01T08Z', '1772352000', 'Sun, 01 Mar 2026 08:00:00 GMT'],
];

test('instants: all reads and bodies take the same spellings, and refuse the same by name', async () => {
  const END = '2026-03-01T09:00:00Z';
  const reads = [
    [`${VEHICLE}/routes`, 'dateFrom', `dateTo=${END}`],
    ['/devices/dev-10001/coordinates', 'dateFrom', `dateTo=${END}`],
    ['/fuel-summary-report', 'startDate', `endDate=${END}&limit=2`],
    ['/fuel-cards/json', 'startDate', 'limit=2'],
    ['/devices/cameras/events', 'startDate', 'limit=2'],
    ['/devices/sensors/report/temp-and-humidity', 'startDate', `endDate=${END}`],
    ['/vehicles/report/sensors/temp-and-humidity', 'startDate', `endDate=${END}`],
    [`${VEHICLE}/odometer`, 'occurredAt', ''],
    ['/areas', 'updatedAt[gte]', 'limit=2'],
  ] as const;
  for (const [path, name, others] of reads) {
    const asked = (text: string) =>
      ask('GET', `${path}?${name}=${encodeURIComponent(text)}&${others}`);
    const plain = await asked(SAME_INSTANT[0] ?? '');
    for (const text of SAME_INSTANT) {
      const reply = await asked(text);
      expect([path, text, reply.status, reply.text]).toEqual([path, text, 200, plain.text]);
    }
    for (const text of NO_INSTANTS) {
      const reply = await asked(text);
      const words = at(reply.json, 'errors', name, 0);
      expect([path, text, reply.status, words]).toEqual([path, text, 422, expect.any(String)]);
      expect(words).toMatch(/ISO 8601/);
    }
  }
  const vehicleId = at((await ask('POST', '/vehicles', { regNo: 'ISO' })).json, 'id');
  const device = (await ask('POST', '/devices', { imei: '352099001761523' })).json;
  const path = `/devices/${String(at(device, 'id'))}`;
  const bodies = [
    [`/vehicles/${String(vehicleId)}/odometer`, 'occurredAt', 'occurredAt', { odometer: 5 }],
    [`${path}/install`, 'installedAt', 'installDate', { vehicleId }],
    [`${path}/uninstall`, 'uninstalledAt', 'uninstallDate', {}],
  ] as const;
  for (const text of SAME_INSTANT) {
    for (const [to, name, shown, others] of bodies) {
      const reply = await ask('POST', to, { ...others, [name]: text });
      const seen = [to, text, reply.status, at(reply.json, shown)];
      expect(seen).toEqual([to, text, 200, '2026-03-01T08:00:00.000Z']);
    }
  }
  await ask('POST', `${path}/install`, { vehicleId });
  for (const text of NO_INSTANTS) {
    for (const [to, name, , others] of bodies) {
      const reply = await ask('POST', to, { ...others, [name]: text });
      expect([to, text, reply.status]).toEqual([to, text, 422]);
      expect(at(reply.json, 'errors', name, 0)).toMatch(/ISO 8601/);
    }
  }
});

test('meters tell nothing of the future, and nothing less than nothing of the past', async () => {
  const odometer = (iso: string) => ask('GET', `${VEHICLE}/odometer?occurredAt=${iso}`);
  const now = (await ask('GET', `${VEHICLE}/odometer`)).json;
  expect((await odometer('2099-01-01T00:00:00Z')).json).toEqual(now);
  expect((await odometer('1970-01-01T00:00:00Z')).json).toMatchObject({ odometer: 0 });
  const summary = await ask('GET', '/fuel-summary-report?startDate=0001-01-01T00:00:00Z&limit=1');
  expect(at(summary.json, 'data', 0, 'mileage')).toBe(at(now, 'odometer'));
});

test('what follows from other fields is not taken from a body, nor somebody else’s ownership', async () => {
  const made = await ask('POST', '/vehicles', {
    ...{ regNo: 'WHOLE', make: 'Own make', model: 'M1', clientId: 501, resellerId: 99 },
    ...{ driver: { id: 3001 }, driverId: 3001, deviceId: 'dev-1001', typeName: 'Tank' },
    ...{ groups: [{ id: 71 }], depotName: 'Nowhere', unavailableMessage: 'x' },
  });
  expect(made.json).toMatchObject({
    ...{ regNo: 'WHOLE', make: 'Own make', makeModel: 'Own make M1' },
    ...{ driver: null, driverId: null, deviceId: null, typeName: null, groups: [] },
    ...{ depotName: null, unavailableMessage: 'No device is installed.' },
  });
  expect(made.text).not.toMatch(/"resellerId":99|^[^{]*\{[^{]*"clientId"/);
  const theirs = await ask('POST', '/vehicles', { regNo: 'THEIRS', clientId: 502 });
  expect([theirs.status, Object.keys(at(theirs.json, 'errors') as object)]).toEqual([
    422,
    ['clientId'],
  ]);
  const id = String(at(made.json, 'id'));
  await ask('PATCH', '/users/3004', { role: 'Platform administrator', phone: '+000 555 0000' });
  expect((await ask('GET', '/users/3004')).json).toMatchObject({ role: 'Driver' });
  // A whole record that is sent back changes what was meant, and nothing else.
  const whole = (await ask('GET', `/vehicles/${id}`)).json as Record<string, Json>;
  const back = await ask('POST', `/vehicles/${id}`, { ...whole, defaultLabel: 'Changed' });
  expect(back.json).toMatchObject({ defaultLabel: 'Changed', team: whole['team'] });
});

test('parameters of a report stay as they were spelled', async () => {
  const params = '{"limit":9007199254740993,"rate":1.10,"__proto__":{"a":1}}';
  const made = await askText(
    'POST',
    '/scheduled-report',
    `{"name":"R","type":"fuel","format":"csv","params":${params}}`,
  );
  expect(made.text).toContain(`"params":${params}`);
  const path = `/scheduled-report/${String(at(made.json, 'id'))}`;
  await ask('PATCH', path, { name: 'R2' });
  expect((await ask('GET', path)).text).toContain(`"params":${params}`);
});

test('a person is named in either spelling, and has a role or none', async () => {
  const email = 'either@waybill.example';
  const made = await ask('POST', '/users', { email, name: 'Nu', surname: 'Su', roleId: 6 });
  expect(made.json).toMatchObject({ name: 'Nu', surname: 'Su', fullName: 'Nu Su', role: 'Driver' });
  const path = `/users/${String(at(made.json, 'id'))}`;
  expect((await ask('PATCH', path, { surname: 'Sa' })).json).toMatchObject({ fullName: 'Nu Sa' });
  expect((await ask('PATCH', path, { roleId: null })).json).toMatchObject({ role: null });
  // A client that sends the whole record back, with the new name in the other spelling.
  const whole = (await ask('GET', path)).json as Record<string, unknown>;
  delete whole['fullName'];
  expect((await ask('PATCH', path, { ...whole, firstName: 'New' })).json).toMatchObject({
    ...{ name: 'New', surname: 'Sa', fullName: 'New Sa' },
  });
  expect((await ask('PATCH', path, { ...whole, firstName: null })).json).toMatchObject({
    ...{ name: null, surname: 'Sa', fullName: 'Sa' },
  });
  expect(at((await ask('GET', '/drivers?search=either@')).json, 'total')).toBe(0);
});

test('a driver who has another role by now is still taken off the vehicle', async () => {
  const made = await ask('POST', '/vehicles', { regNo: 'SEAT' });
  const id = String(at(made.json, 'id'));
  expect((await ask('POST', `/vehicle/${id}/set-driver/3005`)).status).toBe(204);
  await ask('PATCH', '/users/3005', { roleId: 5 });
  // The same pair again is no new one.
  expect((await ask('POST', `/vehicle/${id}/set-driver/3005`)).status).toBe(204);
  expect((await ask('POST', `/vehicle/${id}/unset-driver/3005`)).status).toBe(204);
  expect((await ask('POST', `/vehicle/${id}/set-driver/3005`)).status).toBe(404);
});

test('an installation follows its vehicle’s name and does not end before it began', async () => {
  const made = await ask('POST', '/vehicles', { regNo: 'BEFORE' });
  const vehicleId = at(made.json, 'id');
  const installedAt = '2026-03-01T08:00:00.000Z';
  await ask('POST', '/devices/dev-1002/install', { vehicleId: String(vehicleId), installedAt });
  await ask('POST', `/vehicles/${String(vehicleId)}`, { regNo: 'AFTER' });
  const device = await ask('GET', '/devices/dev-1002');
  expect(device.json).toMatchObject({
    vehicle: { id: vehicleId, regNo: 'AFTER' },
    deviceInstallation: { vehicle: { regNo: 'AFTER' }, installDate: installedAt },
  });
  const early = await ask('POST', '/devices/dev-1002/uninstall', {
    uninstalledAt: '2026-02-01T00:00:00Z',
  });
  expect(at(early.json, 'errors')).toHaveProperty('uninstalledAt');
  expect((await ask('POST', '/devices/dev-1002/uninstall', {})).status).toBe(200);
});

test('two who do the same at once: one move, one refusal', async () => {
  const both = async (method: 'PATCH' | 'DELETE', path: string) =>
    (await Promise.all([ask(method, path), ask(method, path)]))
      .map(({ status }) => status)
      .toSorted();
  expect(await both('PATCH', '/areas/4003/archive')).toEqual([204, 204]);
  expect(await both('PATCH', '/areas/4003/restore')).toEqual([204, 409]);
  expect(await both('DELETE', '/areas/4003')).toEqual([204, 404]);
});

test('one refresh token that is used twice at once gives one pair', async () => {
  const post = async (path: string, body: unknown) =>
    parsed(await raw('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)));
  const { email, password } = service;
  const refreshToken = at((await post('/login', { email, password })).json, 'refreshToken');
  const pair = await Promise.all([1, 2].map(() => post('/token/refresh', { refreshToken })));
  expect(pair.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('garbage where an empty body belongs is refused, and nothing is done', async () => {
  for (const text of ['[]', '{"a":', 'null', 'hello']) {
    expect((await askText('POST', '/vehicle/100001/unset-driver/3001', text)).status).toBe(400);
    expect((await askText('POST', '/logout', text)).status).toBe(400);
  }
  expect((await ask('GET', '/me')).status).toBe(200);
});
