import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import { identityOf } from '../../../electron/core/identity.ts';
import { json, startHostileServer, type HostileServer } from '../../support/hostileServer.ts';
import { startTestService, type TestService } from '../../support/localService.ts';
import { everything, filesUnder, isState } from './support.ts';
import { useDesks } from './desks.ts';

const here = useDesks();
const { desk } = here;

function loginOf({ email, password }: { email: string; password: string }) {
  return { baseUrl: here.service.baseUrl, email, password };
}

async function errorOf(
  result: Promise<{ ok: boolean; error?: { code: string; message: string } }>,
) {
  const { ok, error } = await result;
  expect(ok).toBe(false);
  if (error === undefined) throw new Error('unreachable');
  return error;
}

describe('signing in', () => {
  it('with a pasted token finds tenant and user and goes online', async () => {
    const { session, until } = await desk(here.folder);
    const pasted = ` Bearer ${here.service.token}\n`;
    const signedIn = await session.signInWithToken({
      baseUrl: `${here.service.baseUrl}/`,
      token: pasted,
    });
    if (!signedIn.ok) throw new Error(signedIn.error.message);
    expect(signedIn.value).toMatchObject({
      outcome: 'signedIn',
      account: { active: true, signedIn: true, baseUrl: here.service.baseUrl, workspace: 'remote' },
    });
    expect(signedIn.value.account?.tenant).not.toBe('');
    await until('online', isState('online'));
    expect(session.connection().tokenExpiresAt).toBeGreaterThan(Date.now());
  });

  it('with e-mail and password gives the same account as with a token', async () => {
    const { session } = await desk(here.folder);
    const { email, password, baseUrl } = here.service;
    const first = await session.signInWithPassword({ baseUrl, email: ` ${email} `, password });
    const second = await session.signInWithToken({
      baseUrl: `${baseUrl}/`,
      token: here.service.token,
    });
    expect(first.ok && second.ok && first.value.account?.id).toBe(
      second.ok && second.value.account?.id,
    );
    expect(await session.accounts()).toHaveLength(1);
  });

  it('with a one-time code goes on where the password ended, and nowhere else', async () => {
    const { session } = await desk(here.folder);
    const { email, password, name } = here.service.account('otp');
    const { baseUrl } = here.service;
    const given = { baseUrl: `${baseUrl}/`, email: ` ${email}`, code: '000000x' };
    const refusalOf = async (other = {}) =>
      (await errorOf(session.otp({ ...given, ...other }))).code;
    expect(await refusalOf()).toBe('session.noCodeWanted');
    const begun = await session.signInWithPassword({ baseUrl, email, password });
    expect(begun).toEqual({ ok: true, value: { outcome: 'otp', account: null } });
    // Another window may wait for the code of another service, or of another person.
    const before = here.service.requests().length;
    for (const other of [{ baseUrl: `${baseUrl}/api` }, { email: 'ada@fleet.example' }]) {
      expect(await refusalOf(other)).toBe('session.noCodeWanted');
    }
    expect(here.service.requests()).toHaveLength(before);
    expect(await refusalOf()).toBe('session.codeRefused');
    const ended = await session.otp({ ...given, code: ` ${here.service.oneTimeCode(name)} ` });
    expect(ended).toMatchObject({ ok: true, value: { outcome: 'signedIn' } });
  });

  it('keeps people of one server and of two path prefixes apart', async () => {
    const { session } = await desk(here.folder);
    const [one, two] = [here.service.account('dispatcher'), here.service.account('reseller')];
    for (const who of [one, two]) {
      expect((await session.signInWithPassword(loginOf(who))).ok).toBe(true);
    }
    const accounts = await session.accounts();
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(2);
    expect(accounts.filter(({ active }) => active)).toHaveLength(1);
    const person = { tenant: '1', user: '2' };
    expect(identityOf('remote', 'https://a.example/x', person).id).not.toBe(
      identityOf('remote', 'https://a.example/y', person).id,
    );
    expect(identityOf('remote', 'https://a.example', { tenant: 'ab', user: 'c' }).id).not.toBe(
      identityOf('remote', 'https://a.example', { tenant: 'a', user: 'bc' }).id,
    );
  });

  it.each([
    ['', 'session.address'],
    ['not an address at all', 'session.address'],
    ['ftp://fleet.example', 'session.address'],
    ['http://fleet.example/api', 'session.address'],
    ['https://user:secret@fleet.example', 'session.address'],
    ['https://fleet.example/api?key=1', 'session.address'],
  ])('refuses the address %j before anything is sent', async (baseUrl, code) => {
    const { session } = await desk(here.folder);
    const error = await errorOf(session.signInWithToken({ baseUrl, token: here.service.token }));
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('secret');
  });

  it('tells a malformed, an expired and a refused token apart', async () => {
    const { session } = await desk(here.folder);
    const { baseUrl } = here.service;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const expired = `${part({ alg: 'HS256' })}.${part({ sub: '1', exp: 1_700_000_000 })}.AAAA`;
    const foreign = `${part({ alg: 'HS256' })}.${part({ sub: '1' })}.AAAA`;
    const code = async (token: string) =>
      (await errorOf(session.signInWithToken({ baseUrl, token }))).code;
    const before = here.service.requests().length;
    expect(await code('hunter2')).toBe('session.tokenMalformed');
    expect(await code(here.service.token.slice(0, 30))).toBe('session.tokenMalformed');
    expect(await code('a.b.c')).toBe('session.tokenMalformed');
    expect(await code(expired)).toBe('session.tokenExpired');
    expect(here.service.requests()).toHaveLength(before);
    expect(await code(foreign)).toBe('session.tokenRefused');
    expect(await session.accounts()).toEqual([]);
  });

  it('says when e-mail and password are refused', async () => {
    const { session } = await desk(here.folder);
    const { baseUrl, email } = here.service;
    const error = await errorOf(session.signInWithPassword({ baseUrl, email, password: 'wrong' }));
    expect(error.code).toBe('session.refused');
    expect(error.message).not.toContain('wrong');
  });

  describe('at an address that is not the interface', () => {
    let server: HostileServer;
    beforeEach(async () => {
      server = await startHostileServer();
    });
    afterEach(() => server.close());

    it.each([
      ['a web page', json('<html>hello</html>'), 'http.html'],
      ['nothing of the kind', json({ message: 'Not found' }, 404), 'session.wrongAddress'],
      ['JSON of another kind', json([1, 2]), 'http.shape'],
      ['a failure', json({}, 500), 'http.server'],
    ])('names %s', async (_what, answer, code) => {
      server.answer(answer);
      const { session } = await desk(here.folder);
      const { token } = here.service;
      const error = await errorOf(session.signInWithToken({ baseUrl: server.origin, token }));
      expect(error.code).toBe(code);
      expect(error).toHaveProperty('next');
      expect(filesUnder(here.folder).filter((file) => file.includes('accounts'))).toEqual([]);
    });

    it('takes the claims of the token where /me is not offered, then a given name', async () => {
      server.answer((request, response, socket) =>
        request.url === '/me'
          ? json({}, 404)(request, response, socket)
          : json({ data: [] })(request, response, socket),
      );
      const { session } = await desk(here.folder);
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const named = `${part({})}.${part({ sub: '77', tenantId: 'north' })}.x`;
      const nameless = `${part({})}.${part({ scope: 'all' })}.x`;
      const baseUrl = server.origin;
      const first = await session.signInWithToken({ baseUrl, token: named });
      expect(first).toMatchObject({
        ok: true,
        value: { account: { tenant: 'north', user: '77' } },
      });
      const asked = await errorOf(session.signInWithToken({ baseUrl, token: nameless }));
      expect(asked.code).toBe('session.nameNeeded');
      const given = await session.signInWithToken({
        baseUrl,
        token: nameless,
        name: 'Night shift',
      });
      expect(given).toMatchObject({ ok: true, value: { account: { user: 'Night shift' } } });
    });
  });
});

describe('leaving', () => {
  it('by sign-out forgets the tokens and keeps the mirror', async () => {
    const secrets = memorySecrets();
    const { session, until } = await desk(here.folder, { secrets });
    const { baseUrl, email, password } = here.service;
    await session.signInWithPassword({ baseUrl, email, password });
    await session.context()?.sync.scan('driver');
    const id = session.current()?.identity.id ?? '';
    const token = (await secrets.get(id))?.token ?? '';
    expect((await session.signOut(id)).ok).toBe(true);
    await until('signed out', isState('signedOut'));
    expect(await secrets.get(id)).toBeNull();
    const kept = await session.context()?.store.read('records.ids', { view: { entity: 'driver' } });
    expect(kept?.ids.length).toBeGreaterThan(0);
    // The service is told, and nobody waits for that.
    await expect
      .poll(() => here.service.requests().some(({ path: asked }) => asked.endsWith('/logout')))
      .toBe(true);
    expect(token).not.toBe('');
  });

  it('by removal takes every file of the account along, once the waiting writes are confirmed', async () => {
    const secrets = memorySecrets();
    const { session, ports } = await desk(here.folder, { secrets });
    await session.signInWithToken({ baseUrl: here.service.baseUrl, token: here.service.token });
    await session.context()?.sync.scan('vehicle');
    await session.workOffline(true);
    const id = session.current()?.identity.id ?? '';
    const view = { view: { entity: 'vehicle' as const } };
    const vehicles = await session.context()?.store.read('records.ids', view);
    const written = await session.context()?.outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId: vehicles?.ids[0] ?? '' },
      body: { defaultLabel: 'canary-label' },
      extra: null,
    });
    expect(written?.ok).toBe(true);
    expect(await session.accounts()).toMatchObject([{ id, waiting: 1 }]);
    const error = await errorOf(session.remove(id, 0));
    expect(error.code).toBe('session.waiting');
    expect(session.context()).not.toBeNull();
    expect(everything(ports.paths.data)).toContain('canary-label');
    const removed = await session.remove(id, 1);
    // The waiting write itself is kept as a file; nothing else is.
    rmSync(
      path.join(ports.paths.data, (removed.ok ? removed.value.setAsideAs : null) ?? 'no file'),
    );
    expect(session.context()).toBeNull();
    expect(await session.accounts()).toEqual([]);
    expect(await secrets.get(id)).toBeNull();
    expect(everything(ports.paths.data)).not.toMatch(/canary-label|@/);
  });

  it('counts the waiting writes of an account that is not in use', async () => {
    const { session } = await desk(here.folder);
    const [one, two] = [here.service.account('dispatcher'), here.service.account('reseller')];
    const first = await session.signInWithPassword(loginOf(one));
    const second = await session.signInWithPassword(loginOf(two));
    const id = first.ok ? (first.value.account?.id ?? '') : '';
    expect((await errorOf(session.remove(id, 3))).code).toBe('session.waiting');
    expect((await session.remove(id, 0)).ok).toBe(true);
    expect(session.current()?.identity.id).toBe(second.ok && second.value.account?.id);
    expect((await errorOf(session.use(id))).code).toBe('session.unknownAccount');
  });

  it('switching accounts closes the one and opens the other with its own session', async () => {
    const { session, until, forget } = await desk(here.folder);
    const [one, two] = [here.service.account('dispatcher'), here.service.account('reseller')];
    const first = await session.signInWithPassword(loginOf(one));
    await session.signInWithPassword(loginOf(two));
    const id = first.ok ? (first.value.account?.id ?? '') : '';
    forget();
    const used = await session.use(id);
    expect(used).toMatchObject({ ok: true, value: { id, active: true } });
    await until('online', isState('online'));
    expect(session.context()?.identity.id).toBe(id);
  });
});

describe('the connection', () => {
  it('follows the switch Work offline, which is remembered', async () => {
    const secrets = memorySecrets();
    const first = await desk(here.folder, { secrets });
    await first.session.signInWithToken({
      baseUrl: here.service.baseUrl,
      token: here.service.token,
    });
    await first.until('online', isState('online'));
    expect(await first.session.workOffline(true)).toMatchObject({
      value: { state: 'workOffline' },
    });
    const refused = await first.session.context()?.api.read('getMe');
    expect(refused).toMatchObject({ ok: false, error: { code: 'connection.workOffline' } });
    await first.close();
    const before = here.service.requests().length;
    const second = await desk(here.folder, { secrets });
    await second.until('account', ({ name }) => name === 'account');
    expect(second.session.connection().state).toBe('workOffline');
    expect(here.service.requests()).toHaveLength(before);
    await second.session.workOffline(false);
    await second.until('online', isState('online'));
  });

  it('works offline also where the list of accounts can not be saved', async () => {
    const { session, until } = await desk(here.folder);
    await session.signInWithToken({ baseUrl: here.service.baseUrl, token: here.service.token });
    await until('online', isState('online'));
    const list = path.join(here.folder, 'accounts.json');
    rmSync(list);
    mkdirSync(path.join(list, 'occupied'), { recursive: true });
    expect(await session.workOffline(true)).toMatchObject({ value: { state: 'workOffline' } });
    const refused = await session.context()?.api.read('getMe');
    expect(refused).toMatchObject({ ok: false, error: { code: 'connection.workOffline' } });
    await until(
      'a notice',
      (e) => e.name === 'notice' && e.payload.code === 'accounts.offlineNotSaved',
    );
    // The next start would go online anyway.
    expect((await session.workOffline(false)).ok).toBe(true);
    await until('online', isState('online'));
  });

  it('is expired when token and refresh are refused; the mirror and the queue go on', async () => {
    const server = await startHostileServer((request, response, socket) =>
      json(request.url.startsWith('/me') ? { id: 7 } : { data: [] })(request, response, socket),
    );
    const { session, until } = await desk(here.folder);
    await session.signInWithToken({ baseUrl: server.origin, token: here.service.token });
    await until('online', isState('online'));
    server.answer(json({}, 401));
    await session.context()?.api.read('getMe');
    await until('expired', isState('expired'));
    expect(session.context()?.connection.maySend()).toBe(false);
    expect(session.context()?.connection.signedIn()).toBe(false);
    await server.close();
  });
});

describe('the local workspace', () => {
  let local: TestService;
  beforeEach(async () => {
    local = await startTestService({ dataDir: path.join(here.folder, 'service'), vehicles: 3 });
  });
  afterEach(() => local.close());

  it('signs in by itself and is the same account after a restart on another port', async () => {
    const first = await desk(path.join(here.folder, 'desk'), { localService: local });
    const opened = await first.session.openLocal();
    if (!opened.ok) throw new Error(opened.error.message);
    await first.until('online', isState('online'));
    const port = local.running().baseUrl;
    await first.close();
    await local.kill();
    await local.revive();
    expect(local.running().baseUrl).not.toBe(port);
    const second = await desk(path.join(here.folder, 'desk'), { localService: local });
    await second.until('online', isState('online'));
    const accounts = await second.session.accounts();
    expect(accounts).toMatchObject([{ id: opened.value.account?.id, signedIn: true }]);
    expect(second.session.connection().address).toBe(local.running().baseUrl);
  });

  it('goes offline when the service dies and online when it is back elsewhere', async () => {
    const { session, until, forget } = await desk(path.join(here.folder, 'desk'), {
      localService: local,
    });
    await session.openLocal();
    await until('online', isState('online'));
    forget();
    await local.kill();
    await until('offline', isState('offline'));
    const outcome = await session
      .context()
      ?.api.mutate('archiveVehicle', { params: { vehicleId: '1' } });
    expect(outcome?.is).toBe('notSent');
    forget();
    await local.revive();
    await until('online', isState('online'));
  });

  it('opens its mirror while the service is down', async () => {
    const first = await desk(path.join(here.folder, 'desk'), { localService: local });
    await first.session.openLocal();
    await first.session.context()?.sync.scan('driver');
    await first.close();
    await local.kill();
    const second = await desk(path.join(here.folder, 'desk'), { localService: local });
    const view = { view: { entity: 'driver' as const } };
    const kept = await second.session.context()?.store.read('records.ids', view);
    expect(kept?.ids.length).toBeGreaterThan(0);
    expect(second.session.connection().state).toBe('offline');
  });
});

describe('the connection profile of an account', () => {
  it('is checked, kept and used, and never written over what another window saved', async () => {
    const { session } = await desk(here.folder);
    await session.signInWithToken({ baseUrl: here.service.baseUrl, token: here.service.token });
    const wrong = await session.setProfile('{"pageSize":0}');
    expect(wrong).toMatchObject({ ok: false, error: { code: 'profile.invalid' } });
    expect((await session.setProfile('{"paths":{"getProvider":"/settings/none"}}')).ok).toBe(true);
    expect(session.profileText()).toContain('/settings/none');
    // Two windows had it before them: the one that saves last takes nothing of the other away.
    const kept = session.profileText();
    expect((await session.setProfile('{"pageSize":50}', '')).ok).toBe(false);
    expect(session.profileText()).toBe(kept);
    const moved = await session.context()?.api.read('getProvider');
    expect(moved).toMatchObject({ ok: false, error: { status: 404 } });
  });
});
