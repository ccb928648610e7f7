import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { Http } from '../../electron/core/ports.ts';
import { fewLists } from '../support/fewLists.ts';
import { leapingClock, type LeapingClock } from '../support/leapingClock.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { isState, temporaryFolder, nextEvent } from './session/support.ts';

/**
 * The service takes this desk for somebody else, consistently: a mixed-up session or a shared proxy.
 * Every read is answered as the other person sees it; the real service stands behind.
 */

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
let core: Core;
let clock: LeapingClock;
const secrets = memorySecrets();
const notices: string[] = [];
/** Paths (their ends) that are answered with something else, as JSON text. */
let foreign: Map<string, string>;
/** Requests that reached the service while it took us for somebody else, but for `/me`. */
let asked: string[];
/** Answers the next change with 401, as a token does that has ended, and then does this. */
let refuseOnce: (() => void) | null = null;
/** With whose session requests left. */
const sent: string[] = [];

const OTHER =
  '{"id":990,"email":"other@waybill.example","team":{"id":991,"name":"Another haulier"}}';
const asSomebodyElse = (): void => {
  asked = [];
  foreign = new Map([
    ['/me', OTHER],
    ['/areas', '{"data":[{"id":990001,"name":"Not ours"}],"total":1}'],
    ['/vehicles/fields/json', '{"data":[{"id":990002,"regNo":"OTHER"}],"total":1}'],
  ]);
};

async function start(): Promise<void> {
  const plain = fewLists(nodeHttp({}));
  const http: Http = {
    close: () => plain.close(),
    async send(request) {
      const at = new URL(request.url).pathname.replace(/^\/api/, '');
      sent.push(request.headers['authorization'] ?? '');
      if (foreign.size > 0 && at !== '/me') asked.push(`${request.method} ${at}`);
      if (refuseOnce !== null && request.method === 'PATCH') {
        refuseOnce();
        refuseOnce = null;
        return { ok: true, reply: { status: 401, headers: {}, body: Buffer.from('{}') } };
      }
      const body = request.method === 'GET' ? foreign.get(at) : undefined;
      if (body === undefined) return plain.send(request);
      const headers = { 'content-type': 'application/json' };
      return { ok: true, reply: { status: 200, headers, body: Buffer.from(body) } };
    },
  };
  clock = leapingClock();
  const started = await createCore({
    ...createNodePorts({ dataDir: folder.folder, logLevel: 'error' }),
    ...{ http: clock.watch(http), secrets, localService: service, clock, database: 'inline' },
    random: { uuid: () => crypto.randomUUID(), fraction: () => 0 },
    version: 'test',
  });
  if (!started.ok) throw new Error(started.error.message);
  core = started.value;
  core.on((event) => {
    if (event.name === 'notice') notices.push(event.payload.code);
  });
}

async function stop(): Promise<void> {
  await core.close();
  clock.close();
}

async function signIn(): Promise<void> {
  const { baseUrl, email, password } = service.running();
  const signedIn = await core.call('session.signInWithPassword', { baseUrl, email, password });
  if (!signedIn.ok) throw new Error(signedIn.error.message);
}

const count = async (entity: 'area' | 'vehicle'): Promise<number> => {
  const ids = await core.call('records.ids', { view: { entity, archived: 'all' } });
  return ids.ok ? ids.value.ids.length : -1;
};

beforeAll(async () => {
  service = await startTestService({ dataDir: ':memory:', vehicles: 10 });
});
afterAll(() => service.close());
beforeEach(async () => {
  foreign = new Map();
  asked = [];
  notices.length = 0;
  folder = temporaryFolder();
  await start();
  const online = nextEvent(core, isState('online'));
  await signIn();
  await online;
  for (const entity of ['area', 'vehicle'] as const) {
    expect((await core.call('records.refresh', { entity })).ok).toBe(true);
  }
});
afterEach(async () => {
  await stop();
  folder.remove();
});

describe('a service that takes us for somebody else', () => {
  it('failure 37: taken for somebody else, consistently: everything stops and asks for sign-in', async () => {
    const before = [await count('area'), await count('vehicle')];
    const from = service.running().log().length;
    asSomebodyElse();
    const expired = nextEvent(core, isState('expired'));
    const refreshed = await core.call('records.refresh', { entity: 'area' });
    expect(refreshed).toMatchObject({
      ok: false,
      error: { kind: 'auth', code: 'session.otherPerson', next: 'signIn' },
    });
    expect(await expired).toMatchObject({
      payload: { error: { code: 'session.otherPerson' }, state: 'expired' },
    });
    expect(notices).toContain('session.otherPerson');
    asked = [];
    for (let round = 0; round < 3; round += 1) {
      for (const entity of ['area', 'vehicle'] as const) {
        expect(await core.call('records.refresh', { entity })).toMatchObject({ ok: false });
      }
    }
    const ids = await core.call('records.ids', { view: { entity: 'area' } });
    const areaId = ids.ok ? (ids.value.ids[0] ?? '') : '';
    const body = { name: 'Waits for us' };
    const written = await core.call('outbox.write', {
      ...{ endpoint: 'updateArea', params: { areaId }, body },
    });
    expect(written).toMatchObject({ ok: true, value: { op: { state: 'QUEUED', hold: 'signIn' } } });
    expect(asked).toEqual([]);
    expect([await count('area'), await count('vehicle')]).toEqual(before);
    const trash = await core.call('removals.trash', { limit: 10 });
    expect(trash).toMatchObject({ value: { total: 0 } });

    // It answers right again: everything goes on by itself.
    const online = nextEvent(core, isState('online'));
    const settled = nextEvent(
      core,
      ({ name, payload }) => name === 'outbox' && payload.waiting === 0,
    );
    foreign = new Map();
    await online;
    await settled;
    expect(service.running().log().slice(from)).toHaveLength(1);
  });

  it('sends nothing when that begins between the reading and the write', async () => {
    const from = service.running().log().length;
    await core.call('session.workOffline', { on: true });
    const ids = await core.call('records.ids', { view: { entity: 'area' } });
    const areaId = ids.ok ? (ids.value.ids[1] ?? '') : '';
    const body = { name: 'Read as one, sent as another' };
    await core.call('outbox.write', { endpoint: 'updateArea', params: { areaId }, body });
    const expired = nextEvent(core, isState('expired'));
    // Only who is signed in is told otherwise: the reading looks as it should.
    asked = [];
    foreign = new Map([['/me', OTHER]]);
    await core.call('session.workOffline', { on: false });
    await expired;
    expect(asked.filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect(service.running().log().slice(from)).toEqual([]);
  });

  it('sends nothing with a token that was renewed into somebody else’s session', async () => {
    const from = service.running().log().length;
    await core.call('session.workOffline', { on: true });
    const ids = await core.call('records.ids', { view: { entity: 'area' } });
    const areaId = ids.ok ? (ids.value.ids[1] ?? '') : '';
    const body = { name: 'With another session' };
    await core.call('outbox.write', { endpoint: 'updateArea', params: { areaId }, body });
    const expired = nextEvent(core, isState('expired'));
    // The request itself is told that its token has ended; the new one is taken for another person's.
    refuseOnce = () => {
      foreign = new Map([['/me', OTHER]]);
    };
    await core.call('session.workOffline', { on: false });
    await expired;
    expect(refuseOnce).toBe(null);
    expect(service.running().log().slice(from)).toEqual([]);
  });

  it('knows it after a restart, and goes on where the person signs in again', async () => {
    await stop();
    asSomebodyElse();
    await start();
    const expired = nextEvent(core, isState('expired'));
    expect((await core.call('session.accounts', {})).ok).toBe(true);
    await expired;
    expect(await core.call('records.refresh', { entity: 'area' })).toMatchObject({
      error: { code: 'session.otherPerson' },
    });
    foreign = new Map();
    const online = nextEvent(core, isState('online'));
    await signIn();
    await online;
    expect((await core.call('records.refresh', { entity: 'area' })).ok).toBe(true);
  });

  it('signs nobody in where it names another person than the token that it gave out', async () => {
    const from = service.running().log().length;
    const { baseUrl, token: mine } = service.running();
    const headers = { authorization: `Bearer ${mine}` };
    const me = await (await fetch(`${baseUrl}/me`, { headers })).text();
    await core.call('session.workOffline', { on: true });
    const ids = await core.call('records.ids', { view: { entity: 'area' } });
    const areaId = ids.ok ? (ids.value.ids[2] ?? '') : '';
    const body = { name: 'Waits for the one who wrote it' };
    await core.call('outbox.write', { endpoint: 'updateArea', params: { areaId }, body });
    const before = await core.call('session.accounts', {});

    // Somebody else signs in here, and a mixed-up session names the one who was here before.
    foreign = new Map([['/me', me]]);
    const token = await service.running().tokenFor('neighbour');
    const signedIn = await core.call('session.signInWithToken', { baseUrl, token });
    expect(signedIn).toMatchObject({ error: { kind: 'auth', code: 'session.otherPerson' } });
    expect(await core.call('session.accounts', {})).toEqual(before);
    sent.length = 0;
    const settled = nextEvent(
      core,
      ({ name, payload }) => name === 'outbox' && payload.waiting === 0,
    );
    await core.call('session.workOffline', { on: false });
    await settled;
    expect(service.running().log().slice(from)).toHaveLength(1);
    expect(sent).not.toContain(`Bearer ${token}`);
  });

  it('an account from before learns its person once, from an answer that proves it', async () => {
    await stop();
    const file = path.join(folder.folder, 'accounts.json');
    const saved = (): { accounts: { me?: unknown }[] } =>
      JSON.parse(readFileSync(file, 'utf8')) as { accounts: { me?: unknown }[] };
    const old = saved();
    const [kept] = old.accounts;
    const me = kept?.me;
    expect(me).toMatchObject({ user: expect.stringMatching(/./) as string });
    delete kept?.me;
    writeFileSync(file, JSON.stringify(old));
    // A stranger's answer proves nothing and is not learned.
    foreign = new Map([['/me', OTHER]]);
    await start();
    await nextEvent(core, isState('online'));
    await core.call('records.refresh', { entity: 'area' });
    expect(saved().accounts[0]?.me).toBeUndefined();
    foreign = new Map();
    await core.call('records.refresh', { entity: 'area' });
    await stop();
    expect(saved().accounts[0]?.me).toEqual(me);
    await start();
  });
});
