import { describe, expect, it } from 'vitest';
import { wireQuery } from '../../../electron/core/api/exchange.ts';
import { renameBody } from '../../../electron/core/api/bodyNames.ts';
import {
  defaultProfile,
  parseProfile,
  placesOf,
  queryNameOf,
  templateOf,
} from '../../../electron/core/api/profile.ts';
import { fillPath, joinUrl, queryText, sameOrigin } from '../../../electron/core/api/url.ts';
import { endpoint } from '../../../shared/api/catalogue.ts';

function profile(overrides: unknown) {
  const parsed = parseProfile(JSON.stringify(overrides));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe('addresses of requests', () => {
  it.each([
    ['https://a.example', '/me', 'https://a.example/me'],
    ['https://a.example/', '/me', 'https://a.example/me'],
    ['https://a.example/api', '/me', 'https://a.example/api/me'],
    ['https://a.example/api/', '/me', 'https://a.example/api/me'],
    ['https://a.example/api//', '/me', 'https://a.example/api/me'],
    [
      'https://a.example:8443/x/api',
      '/devices/vendors/',
      'https://a.example:8443/x/api/devices/vendors/',
    ],
    [
      'http://127.0.0.1:4010/api',
      '/devices/installation/',
      'http://127.0.0.1:4010/api/devices/installation/',
    ],
    ['https://a.example/api?x=1#y', '/me', 'https://a.example/api/me'],
  ])('joins %s and %s', (base, path, whole) => expect(joinUrl(base, path)).toBe(whole));

  it('encodes identifiers and refuses those that would walk the path', () => {
    const row = endpoint('getVehicle');
    const fill = (vehicleId: string) => fillPath('/vehicles/{vehicleId}', row, { vehicleId });
    expect(fill('a/b?c#d é')).toEqual({ ok: true, value: '/vehicles/a%2Fb%3Fc%23d%20%C3%A9' });
    expect(fill('$&')).toEqual({ ok: true, value: '/vehicles/%24%26' });
    for (const bad of ['', '.', '..']) expect(fill(bad).ok).toBe(false);
    expect(fillPath('/vehicles/{vehicleId}', row, {}).ok).toBe(false);
    const inherited = Object.create({ vehicleId: '1' }) as Record<string, string>;
    expect(fillPath('/x/{vehicleId}', row, inherited).ok).toBe(false);
  });

  it('spells arrays with brackets and encodes the rest', () => {
    expect(queryText({ page: '1', fields: ['id', 'regNo'], 'a b': 'ä&=' })).toBe(
      '?page=1&fields[]=id&fields[]=regNo&a%20b=%C3%A4%26%3D',
    );
    expect(queryText({})).toBe('');
    expect(queryText({ x: '\ud800' })).toBe('?x=%EF%BF%BD');
  });

  it('compares origins by scheme, host, port and user', () => {
    const same = (one: string, other: string) => sameOrigin(new URL(one), new URL(other));
    expect(same('https://a.example/x', 'https://a.example:443/y')).toBe(true);
    expect(same('https://a.example', 'http://a.example')).toBe(false);
    expect(same('https://a.example', 'https://a.example:8443')).toBe(false);
    expect(same('https://a.example', 'https://u@a.example')).toBe(false);
    expect(same('app://one', 'app://two')).toBe(false);
  });
});

describe('the connection profile', () => {
  it('has the documented defaults', () => {
    expect(placesOf(defaultProfile, 'listAreas')[0]).toBe('result.areas');
    expect(placesOf(defaultProfile, 'listVehicles')[0]).toBe('data');
    expect(placesOf(defaultProfile, 'listSensors')).toEqual(['data', 'result.data', 'result', '']);
    expect(placesOf(defaultProfile, 'getVehicle')).toEqual(['', 'data', 'result']);
    expect(placesOf(defaultProfile, 'getMe')).toEqual(['']);
    expect(placesOf(defaultProfile, 'getArea')).toEqual(['result', '', 'data']);
    expect(placesOf(defaultProfile, 'getScheduledReport')).toEqual(['data', '', 'result']);
    expect(templateOf(defaultProfile, 'listVendors')).toBe('/devices/vendors/');
    expect(defaultProfile.pageSize).toBe(200);
  });

  it('takes overrides of every part', () => {
    const mine = profile({
      pageSize: 50,
      query: { page: 'p' },
      archived: { name: 'state', archived: 'gone' },
      dates: { dateFromTo: { dateFrom: 'since' } },
      envelopes: { listVehicles: ['rows'] },
      paths: { login: '/auth/login', getVehicle: '/fleet/{vehicleId}' },
      queryNames: { listRoutes: { include: 'with' } },
      bodyNames: { createUser: { firstName: 'given' } },
      permissions: { 'vehicles.read': 'VEHICLE_VIEW' },
    });
    expect(wireQuery(mine, 'listVehicles', { page: '2', limit: '9', status: 'archived' })).toEqual({
      p: '2',
      limit: '9',
      state: 'gone',
    });
    expect(queryNameOf(mine, 'listRoutes', 'dateFrom')).toBe('since');
    expect(queryNameOf(mine, 'listRoutes', 'dateTo')).toBe('dateTo');
    expect(queryNameOf(mine, 'listRoutes', 'include')).toBe('with');
    expect(templateOf(mine, 'login')).toBe('/auth/login');
    expect(placesOf(mine, 'listVehicles')).toEqual(['rows', '']);
    expect(mine.permissions).toEqual({ 'vehicles.read': 'VEHICLE_VIEW' });
    expect(defaultProfile.query.page).toBe('page');
  });

  it('keeps the fixed query of a row whatever the caller says', () => {
    expect(wireQuery(defaultProfile, 'listClientDrivers', { role: 'admin' })).toEqual({
      role: 'driver',
    });
  });

  it.each([
    ['{', 'JSON'],
    ['[]', 'object'],
    ['{"pagesize":1}', 'pagesize'],
    ['{"query":{"pge":"x"}}', 'query.pge'],
    ['{"dates":{"dateFromTo":{"from":"x"}}}', 'dates.dateFromTo.from'],
    ['{"envelopes":{"listCars":["x"]}}', 'envelopes.listCars'],
    ['{"envelopes":{"__proto__":["x"]}}', '__proto__'],
    ['{"__proto__":{"pageSize":1}}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"permissions":{"cars.fly":"x"}}', 'permissions.cars.fly'],
    ['{"pageSize":0}', 'pageSize'],
    ['{"pageSize":"5"}', 'pageSize'],
    ['{"paths":{"getVehicle":"/fleet"}}', 'vehicleId'],
    ['{"paths":{"login":"https://evil.example/"}}', 'paths.login'],
    ['{"paths":{"login":"//evil.example/"}}', 'paths.login'],
    ['{"paths":{"login":"/a/../b"}}', 'paths.login'],
    ['{"paths":{"login":"/a/{x}"}}', 'paths.login'],
    ['{"query":5}', 'query'],
  ])('refuses %s and names %s', (overrides, named) => {
    const parsed = parseProfile(overrides);
    expect(parsed.ok ? '' : `${parsed.error.code} ${parsed.error.message}`).toContain(named);
    expect(parsed.ok ? '' : parsed.error.code).toBe('profile.invalid');
  });

  it('renames body fields without touching their values', () => {
    const mine = profile({ bodyNames: { createUser: { firstName: 'given', email: 'mail' } } });
    const text =
      '{ "email":"a@b.example", "firstName" : "A\\u0041", "n": 1.10, "x": {"email": 1} }';
    expect(renameBody(mine, 'createUser', text)).toBe(
      '{ "mail":"a@b.example", "given" : "A\\u0041", "n": 1.10, "x": {"email": 1} }',
    );
    expect(renameBody(mine, 'updateUser', text)).toBe(text);
    expect(renameBody(defaultProfile, 'createUser', text)).toBe(text);
  });
});
