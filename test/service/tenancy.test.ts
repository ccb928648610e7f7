import { expect, test } from 'vitest';
import { userIdOf } from '../../electron/service/credentials.ts';
import { endpoint, endpointNames } from '../../shared/api/catalogue.ts';
import { at, sharedBench } from './support.ts';

const bench = await sharedBench();
const { ask } = bench;

test('a missing permission is 403 on every row that asks for one', async () => {
  const refused = endpointNames.filter((name) => {
    const { permission } = endpoint(name);
    return permission !== undefined && !['vehicles.read', 'areas.read'].includes(permission);
  });
  expect(refused.length).toBeGreaterThan(50);
  for (const name of refused) {
    const [method, path] = endpoint(name).at.split(' ');
    const address = (path ?? '').replace(/\{\w+\}/g, '1');
    const reply = await ask(method as 'GET', address, method === 'GET' ? undefined : {}, 'viewer');
    expect([name, reply.status]).toEqual([name, 403]);
    expect(at(reply.json, 'message')).toContain(endpoint(name).permission);
  }
});

test('what is open to every account is open to the viewer', async () => {
  for (const path of ['/roles', '/plans', '/settings/ecoSpeed', '/clients/501/users']) {
    expect([path, (await ask('GET', path, undefined, 'viewer')).status]).toEqual([path, 200]);
  }
});

test('a plan without a feature refuses it to the administrator, too', async () => {
  const plan = await ask('GET', '/permissions/current-plan', undefined, 'neighbour');
  expect(at(plan.json, 'data')).not.toContain('cameras.read');
  const events = await ask('GET', '/devices/cameras/events', undefined, 'neighbour');
  expect(events.status).toBe(403);
  expect((await ask('GET', '/users', undefined, 'neighbour')).status).toBe(200);
});

test('ids of another tenant are 404, to read and to change', async () => {
  const own = await ask('GET', '/vehicles/100001');
  expect(own.status).toBe(200);
  const attempts = [
    ['GET', '/vehicles/100001'],
    ['GET', '/vehicles/100001/odometer'],
    ['GET', '/areas/4001'],
    ['GET', '/area-groups/801'],
    ['GET', '/devices/dev-10001'],
    ['GET', '/users/2001'],
    ['GET', '/clients/501/users'],
    ['GET', '/scheduled-report/rep-501-1'],
    ['GET', '/digital-form/form/form-pretrip'],
    ['GET', '/digital-form/answer/600001'],
    ['GET', '/digital-form/answer/600001/pdf'],
    ['POST', '/vehicles/100001'],
    ['PATCH', '/vehicles/100001/archive'],
    ['PATCH', '/areas/4001/archive'],
    ['DELETE', '/areas/4001'],
    ['POST', '/vehicle/100001/set-driver/3001'],
  ] as const;
  for (const [method, path] of attempts) {
    const reply = await ask(method, path, method === 'GET' ? undefined : {}, 'neighbour');
    expect([path, reply.status]).toEqual([path, 404]);
  }
  expect((await ask('GET', '/vehicles/100001')).text).toBe(own.text);
});

test('no list shows a record of another tenant', async () => {
  const lists = [
    '/vehicles/fields/json',
    '/areas',
    '/area-groups',
    '/devices/json',
    '/users',
    '/drivers',
    '/scheduled-report',
    '/digital-form/form',
  ];
  for (const path of lists) {
    const reply = await ask('GET', `${path}?status=all&limit=1000`, undefined, 'neighbour');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"clientId":502');
    expect(reply.text).not.toContain('"clientId":501');
  }
});

test('a body that names a record of another tenant is refused at that field', async () => {
  const devices = await ask('GET', '/devices/json', undefined, 'neighbour');
  const id = String(at(devices.json, 'data', 0, 'id'));
  await ask('POST', `/devices/${id}/uninstall`, {}, 'neighbour');
  const reply = await ask('POST', `/devices/${id}/install`, { vehicleId: 100001 }, 'neighbour');
  expect(reply.status).toBe(422);
  expect(at(reply.json, 'errors', 'vehicleId')).toEqual(['Does not exist.']);
});

test('a reseller sees its clients, the platform sees all', async () => {
  const idsOf = async (as: 'reseller' | 'platform' | 'dispatcher') => {
    const { json } = await ask('GET', '/clients/json?limit=1000', undefined, as);
    const rows = at(json, 'data');
    return Array.isArray(rows) ? rows.map((row) => at(row, 'id')) : [];
  };
  expect(await idsOf('dispatcher')).toEqual([501]);
  expect(await idsOf('reseller')).toEqual([501, 503]);
  expect(await idsOf('platform')).toEqual([501, 502, 503, 504, 505]);
  const resellers = await ask('GET', '/reseller', undefined, 'platform');
  expect(resellers.json).toHaveLength(2);
  const others = await ask('GET', '/reseller/12', undefined, 'reseller');
  expect(others.status).toBe(404);
  expect((await ask('GET', '/vehicles/100001', undefined, 'reseller')).status).toBe(200);
});

test('who may not list a client’s users reads none of them by id either', async () => {
  const manager = `/users/${userIdOf('reseller')}`;
  const before = (await ask('GET', manager, undefined, 'platform')).json;
  await ask('PATCH', manager, { roleId: 5 }, 'platform');
  for (const path of ['/clients/501/users', '/clients/501/users/3004']) {
    expect((await ask('GET', path, undefined, 'reseller')).status, path).toBe(403);
  }
  await ask('PATCH', manager, { roleId: at(before, 'roleId') }, 'platform');
  expect((await ask('GET', '/clients/501/users/3004', undefined, 'reseller')).status).toBe(200);
});

test('whoever stands above clients names the owner of a new record', async () => {
  const body = { regNo: 'NEW-1' };
  const without = await ask('POST', '/vehicles', body, 'reseller');
  expect(without.status).toBe(422);
  expect(at(without.json, 'errors')).toHaveProperty('clientId');
  const foreign = await ask('POST', '/vehicles', { ...body, clientId: 502 }, 'reseller');
  expect(foreign.status).toBe(422);
  const made = await ask('POST', '/vehicles', { ...body, clientId: 503 }, 'reseller');
  expect(made.status).toBe(201);
  expect(at(made.json, 'team', 'clientId')).toBe(503);
});

test('a new record has the owner of those that were there, field by field', async () => {
  const made = await ask('POST', '/area-groups', { name: 'Of the same owner' });
  const first = await ask('GET', '/area-groups/801');
  expect(at(made.json, 'team')).toEqual(at(first.json, 'team'));
});

test('tenants add fields of their own, each its own', async () => {
  const main = await ask('GET', '/vehicles/fields/json?limit=1');
  const neighbour = await ask('GET', '/vehicles/fields/json?limit=1', undefined, 'neighbour');
  expect(main.text).toContain('"customRef":9007199254740993,"tariff":1.10');
  expect(neighbour.text).toContain('"Kostenstelle"');
  expect(neighbour.text).not.toContain('customRef');
});

test('an area takes no group of another client, whoever asks', async () => {
  const groups = await ask('GET', '/area-groups', undefined, 'neighbour');
  const foreign = at(groups.json, 0, 'id');
  expect(foreign).toBeDefined();
  const area = { name: 'Mixed', type: 'circle', coordinates: [{ lat: 1, lng: 1 }], radius: 50 };
  const body = { ...area, clientId: 501, groupIds: [foreign] };
  const made = await ask('POST', '/areas', body, 'platform');
  expect([made.status, at(made.json, 'errors', 'groupIds')]).toEqual([422, expect.anything()]);
});

test('a user that a reseller makes belongs to the same team as the reseller', async () => {
  const email = 'beside@waybill.example';
  const made = await ask('POST', '/users', { email, roleId: 2 }, 'reseller');
  expect(made.status).toBe(201);
  const mine = (await ask('GET', '/me', undefined, 'reseller')).json;
  expect(at(mine, 'team')).toMatchObject({ id: 2, type: 'reseller', resellerId: 11 });
  expect(at(made.json, 'team')).toEqual(at(mine, 'team'));
});
