import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { createService } from '../../../electron/service/createService.ts';
import {
  json,
  startHostileServer,
  type HostileServer,
  type Seen,
} from '../../support/hostileServer.ts';
import { isState, openDesk, temporaryFolder, type Desk } from './support.ts';
import { demoTown } from '../../support/localService.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${part({ alg: 'HS256' })}.${part({ sub: '7', exp: 4_000_000_000 })}.AAAA`;

const drivers = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, fullName: 'Somebody' }));
const areas = [
  { id: 1, name: 'Yard', status: 'active' },
  { id: 2, name: 'Old yard', status: 'archived' },
];

let firstPage = 1;
/** What a service that counts from 1 makes of page 0. */
let pageZero: 'the first page' | 'the last page' | 'nothing' | 'an error' = 'nothing';

function rowsOf<T>(rows: readonly T[], page: number, limit: number): T[] | null {
  const from = (page - firstPage) * limit;
  if (from >= 0) return rows.slice(from, from + limit);
  switch (pageZero) {
    case 'the first page':
      return rows.slice(0, limit);
    case 'the last page':
      return rows.slice(from);
    case 'nothing':
      return [];
    case 'an error':
      return null;
  }
}

/** A service that names everything in its own way, and at most 5 rows to a page. */
function odd(request: Seen): unknown {
  const url = new URL(request.url, 'http://service');
  const at = (name: string) => url.searchParams.get(name);
  const page = (rows: readonly unknown[]) => {
    const limit = Math.min(5, Number(at('pageSize') ?? 5));
    const shown = rowsOf(rows, Number(at('pageNumber') ?? firstPage), limit);
    return shown === null ? null : { data: shown, limit, total: rows.length };
  };
  switch (url.pathname) {
    case '/me':
      return { id: 7, email: 'desk@fleet.example' };
    case '/drivers':
      return page(drivers);
    case '/areas':
      return page(
        areas.filter(({ status }) => (status === 'archived') === (at('archived') === 'true')),
      );
    case '/roles':
      return { result: { roles: [{ id: 1, name: 'Dispatcher' }] } };
    case '/plans':
      return { rows: [{ id: 1, name: 'Complete' }] };
    case '/timezones':
      return [{ id: 1, name: 'UTC' }];
    default:
      return undefined;
  }
}

describe('asking a service what it calls things', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: HostileServer;
  let desk: Desk;

  beforeEach(async () => {
    firstPage = 1;
    pageZero = 'nothing';
    folder = temporaryFolder();
    server = await startHostileServer((request, response, socket) => {
      const body = odd(request);
      const answer =
        body === undefined
          ? json({ message: 'None.' }, 404)
          : json(body ?? { message: 'A mistake.' }, body === null ? 500 : 200);
      return answer(request, response, socket);
    });
    // All of its lists are asked.
    desk = await openDesk(folder.folder, { http: nodeHttp({}) });
  });
  afterEach(async () => {
    await desk.close();
    await server.close();
    folder.remove();
  });

  async function signIn() {
    await desk.session.signInWithToken({ baseUrl: server.origin, token: TOKEN });
    await desk.until('online', isState('online'));
    const account = desk.session.current();
    if (account === null) throw new Error('No account is open');
    return account;
  }
  async function probed() {
    const { profile } = await signIn();
    const found = await profile.probe();
    if (!found.ok) throw new Error(found.error.message);
    return { profile, found: found.value };
  }

  it('finds the names of paging, the page size in force, the archive filter and odd envelopes', async () => {
    const { profile, found } = await probed();
    expect(JSON.parse(found.overrides)).toEqual({
      query: { limit: 'pageSize', page: 'pageNumber' },
      pageSize: 5,
      archived: { name: 'archived', archived: 'true', all: 'all' },
      envelopes: { listRoles: ['result.roles'], listPlans: ['rows'] },
    });
    expect(found.findings).toContainEqual({
      about: 'limit',
      endpoint: 'listDrivers',
      used: 'limit',
      found: 'pageSize',
    });
    expect(found.findings).toContainEqual({
      about: 'envelope',
      endpoint: 'listTimezones',
      used: 'data, result.data, result, the answer itself',
      found: 'the answer itself',
    });
    expect(profile.current().query).toMatchObject({ limit: 'pageSize', page: 'pageNumber' });
  });

  it('reads with what it found: a list that was cut off before is whole', async () => {
    const { profile } = await probed();
    expect(profile.current().pageSize).toBe(5);
    const scanned = await desk.session.context()?.sync.scan('driver');
    expect(scanned?.ok).toBe(true);
    const view = { view: { entity: 'driver' as const } };
    const kept = await desk.session.context()?.store.read('records.ids', view);
    expect(kept?.ids).toHaveLength(drivers.length);
    const roles = await desk.session.context()?.sync.scan('role');
    expect(roles?.ok).toBe(true);
  });

  it('counts pages from 0 where the service does, and reads the list from its first page on', async () => {
    firstPage = 0;
    const { profile, found } = await probed();
    expect(JSON.parse(found.overrides)).toMatchObject({ firstPage: 0 });
    expect(profile.current().firstPage).toBe(0);
    const scanned = await desk.session.context()?.sync.scan('driver');
    expect(scanned?.ok).toBe(true);
    const view = { view: { entity: 'driver' as const } };
    const kept = await desk.session.context()?.store.read('records.ids', view);
    expect(kept?.ids).toHaveLength(drivers.length);
    const states = await desk.session.context()?.store.read('scan.states', {});
    expect(states?.get('driver')).toMatchObject({ complete: true });
  });

  it.each(['the first page', 'the last page', 'nothing', 'an error'] as const)(
    'counts pages from 1 where page 0 is answered with %s',
    async (answer) => {
      pageZero = answer;
      const { profile, found } = await probed();
      expect(profile.current().firstPage).toBe(1);
      expect(found.findings).toContainEqual({
        ...{ about: 'firstPage', endpoint: 'listDrivers' },
        ...{ used: '1', found: '1' },
      });
    },
  );

  it('takes no other name for paging because a list changed while it was asked', async () => {
    let from = 0;
    await server.close();
    server = await startHostileServer((request, response, socket) => {
      const url = new URL(request.url, 'http://service');
      if (url.pathname !== '/drivers') {
        const body = url.pathname === '/me' ? { id: 7 } : { message: 'None.' };
        return json(body, url.pathname === '/me' ? 200 : 404)(request, response, socket);
      }
      // Every page is the first one, and other drivers come first once that name was tried.
      if (url.searchParams.has('pageNumber')) from = 2;
      return json({ data: drivers.slice(from, from + 2), total: 7 })(request, response, socket);
    });
    const { found } = await probed();
    expect(JSON.parse(found.overrides)).not.toHaveProperty('query.page');
    expect(found.findings).toContainEqual({
      about: 'page',
      endpoint: 'listDrivers',
      used: 'page',
      found: null,
    });
  });

  it('only reads, and never touches what the person set', async () => {
    const { profile } = await signIn();
    await profile.probe();
    const set = '{"query":{"limit":"mine"},"pageSize":40,"archived":{"name":"gone"}}';
    expect((await desk.session.setProfile(set)).ok).toBe(true);
    expect(profile.current()).toMatchObject({
      pageSize: 40,
      query: { limit: 'mine', page: 'pageNumber' },
      archived: { name: 'gone' },
    });
    const again = await profile.probe();
    expect(again.ok && JSON.parse(again.value.overrides)).not.toHaveProperty('archived');
    expect(profile.current()).toMatchObject({ pageSize: 40, query: { limit: 'mine' } });
    expect(desk.session.profileText()).toBe(set);
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is kept: after a restart nothing is asked again', async () => {
    const { found } = await probed();
    const questions = () => server.seen.filter(({ url }) => /[?&]limit=2(&|$)/.test(url)).length;
    expect(questions()).toBeGreaterThan(0);
    await desk.close();
    server.seen.length = 0;
    desk = await openDesk(folder.folder);
    const { profile } = await signIn();
    expect(profile.probed()).toEqual(found);
    expect(profile.current().query.limit).toBe('pageSize');
    await profile.probeWhenDue();
    expect(questions()).toBe(0);
  });

  it('begins anew by itself only once the service no longer asks to be left alone', async () => {
    const limited = json({}, 429, { 'retry-after': '3600' });
    server.answer((request, response, socket) =>
      (request.url === '/me' ? json(odd(request)) : limited)(request, response, socket),
    );
    const { profile } = await signIn();
    expect((await profile.probe()).ok).toBe(false);
    const questions = () => server.seen.filter(({ url }) => /[?&]limit=2(&|$)/.test(url)).length;
    const before = questions();
    await profile.probeWhenDue();
    expect(questions()).toBe(before);
    await profile.probe();
    expect(questions()).toBeGreaterThan(before);
  });

  it('leaves everything as it was where the service goes away meanwhile', async () => {
    const { profile } = await probed();
    const before = profile.probed();
    server.answer((_request, _response, socket) => void socket.destroy());
    expect(await profile.probe()).toMatchObject({
      ok: false,
      error: { code: 'profile.probeStopped' },
    });
    expect(profile.probed()).toEqual(before);
  });
});

it('the embedded service answers as the defaults say', async () => {
  const service = await createService({
    dataDir: ':memory:',
    port: 0,
    seed: 'demo',
    vehicles: 5,
    clock: () => Date.now(),
    town: demoTown(),
  });
  const folder = temporaryFolder();
  const desk = await openDesk(folder.folder);
  await desk.session.signInWithToken({ baseUrl: service.baseUrl, token: service.token });
  await desk.until('online', isState('online'));
  const found = await desk.session.current()?.profile.probe();
  expect(found?.ok && found.value.overrides).toBe('{}');
  expect(found?.ok && found.value.findings.filter((one) => one.found === null)).toEqual([]);
  expect(service.log()).toEqual([]);
  await desk.close();
  await service.close();
  folder.remove();
});
