import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../electron/core/adapters/secrets.ts';
import type { Core } from '../../electron/core/core.ts';
import { createCore } from '../../electron/core/createCore.ts';
import type { HttpRequest, Ports } from '../../electron/core/ports.ts';
import { SIGN_IN_TOTAL_MS } from '../../electron/core/session/signIn.ts';
import { fewLists } from '../support/fewLists.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { dripping, startHostileServer, type HostileServer } from '../support/hostileServer.ts';
import { virtualClock } from '../support/virtualClock.ts';
import { isState, noLocalService, temporaryFolder, nextEvent } from './session/support.ts';

/**
 * Some requests reach a service that answers a byte at a time without end. What does not need the
 * network is answered all the same: none of these tests lets time pass, so whatever waited for such
 * an answer would wait for ever.
 */

let service: TestService;
let drip: HostileServer;
let folder: ReturnType<typeof temporaryFolder>;
let open: Core[] = [];
/** Which requests are never answered to their end. */
let drips: (request: HttpRequest) => boolean;
/** Whether the service no longer accepts the token. */
let expired: boolean;
let clock = virtualClock();

beforeAll(async () => {
  service = await startTestService({ dataDir: ':memory:', vehicles: 4 });
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = temporaryFolder();
  drip = await startHostileServer(dripping);
  drips = () => false;
  expired = false;
  clock = virtualClock(Date.now());
});
afterEach(async () => {
  await drip.close();
  for (const core of open) await core.close();
  open = [];
  folder.remove();
});

async function start(replaced: Partial<Ports> = {}): Promise<Core> {
  const plain = fewLists(nodeHttp({}), ['vehicle']);
  const started = await createCore({
    ...createNodePorts({ dataDir: path.join(folder.folder, 'desk'), logLevel: 'error' }),
    http: {
      send: (request) => {
        if (expired && !drips(request)) {
          const reply = { status: 401, headers: {}, body: new Uint8Array() };
          return Promise.resolve({ ok: true, reply });
        }
        const { pathname, search } = new URL(request.url);
        const url = drips(request) ? `${drip.origin}${pathname}${search}` : request.url;
        return plain.send({ ...request, url });
      },
      close: () => plain.close(),
    },
    localService: noLocalService,
    secrets: memorySecrets(),
    clock,
    database: 'inline',
    version: 'test',
    ...replaced,
  });
  if (!started.ok) throw new Error(started.error.message);
  open.push(started.value);
  return started.value;
}

async function stop(core: Core): Promise<void> {
  open = open.filter((other) => other !== core);
  await core.close();
}

/** Asks the service to sign in; gives what comes of it in the end. */
function signIn(core: Core): ReturnType<typeof core.call<'session.signInWithPassword'>> {
  const { baseUrl, email, password } = service.running();
  return core.call('session.signInWithPassword', { baseUrl, email, password });
}

/** Resolves once a request has reached the service that never answers. */
async function asked(ending: string): Promise<void> {
  await expect
    .poll(() => drip.seen.some(({ url }) => url.split('?')[0]?.endsWith(ending)), { interval: 5 })
    .toBe(true);
}

async function signedIn(): Promise<{ core: Core; accountId: string }> {
  const core = await start();
  const online = nextEvent(core, isState('online'));
  const done = await signIn(core);
  if (!done.ok) throw new Error(done.error.message);
  await online;
  return { core, accountId: done.value.account?.id ?? '' };
}

const isLogin = ({ url }: HttpRequest): boolean => url.endsWith('/login');

describe('failure 39: a reply that drips without end', () => {
  it('to a sign-in leaves Work offline, the queue and every other account reachable', async () => {
    const { core, accountId } = await signedIn();
    drips = isLogin;
    const never = signIn(core);
    await asked('/login');

    const offline = await core.call('session.workOffline', { on: true });
    expect(offline).toMatchObject({ ok: true, value: { state: 'workOffline' } });
    expect(await core.call('outbox.list', { offset: 0, limit: 9 })).toMatchObject({ ok: true });
    expect(await core.call('session.waiting', {})).toMatchObject({ ok: true });
    expect(await core.call('session.signOut', { accountId })).toMatchObject({ ok: true });
    // An account that is chosen meanwhile stays: the sign-in is given up for it.
    expect(await core.call('session.use', { accountId })).toMatchObject({ ok: true });
    expect(await never).toMatchObject({ ok: false, error: { code: 'session.signInReplaced' } });
  });

  it('to a sign-in ends with it being cancelled or replaced, each told, and the next one succeeds', async () => {
    const core = await start();
    drips = isLogin;
    const never = signIn(core);
    await asked('/login');
    await core.call('session.cancelSignIn', {});
    expect(await never).toMatchObject({ ok: false, error: { code: 'session.signInCancelled' } });

    const second = signIn(core);
    drips = () => false;
    const third = await signIn(core);
    expect(third).toMatchObject({ ok: true, value: { outcome: 'signedIn' } });
    expect(await second).toMatchObject({ ok: false, error: { code: 'session.signInReplaced' } });
  });

  it('to a sign-in is waited for a minute in all', async () => {
    const core = await start();
    drips = ({ url }) => url.endsWith('/me');
    const never = signIn(core);
    await asked('/me');
    clock.advance(SIGN_IN_TOTAL_MS);
    expect(await never).toMatchObject({ ok: false, error: { code: 'session.signInTooLong' } });
  });

  it('to a sign-in does not keep Waybill from ending', async () => {
    const core = await start();
    drips = isLogin;
    const never = signIn(core);
    await asked('/login');
    await stop(core);
    expect(await never).toMatchObject({ ok: false, error: { code: 'session.signInCancelled' } });
  });

  it('to a renewal and a signing out keeps nobody from switching, leaving and ending', async () => {
    const { core, accountId } = await signedIn();
    expired = true;
    drips = ({ url }) => /refresh|logout/.test(url);
    const scanned = core.call('session.syncNow', {});
    await asked('/refresh');
    expect(await core.call('session.workOffline', { on: false })).toMatchObject({ ok: true });
    expect(await core.call('session.signOut', { accountId })).toMatchObject({ ok: true });
    await asked('/logout');
    const removed = await core.call('session.remove', { accountId, confirmWaiting: 0 });
    expect(removed).toEqual({ ok: true, value: { setAsideAs: null, reviewsAs: [], leftAs: null } });
    expect(await scanned).toMatchObject({ ok: false });
    await stop(core);
  });

  it('to a write ends with Waybill, and the write is looked for at the next start', async () => {
    const { core } = await signedIn();
    await core.call('records.refresh', { entity: 'vehicle' });
    const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
    const [vehicleId = ''] = ids.ok ? ids.value.ids : [];
    drips = ({ purpose }) => purpose === 'mutation';
    const written = await core.call('outbox.write', {
      ...{ endpoint: 'updateVehicle', params: { vehicleId } },
      body: { defaultLabel: 'Cut off' },
    });
    if (!written.ok) throw new Error(written.error.message);
    await asked(vehicleId);
    await stop(core);

    const again = await start();
    await again.call('session.workOffline', { on: true });
    const list = await again.call('outbox.list', { offset: 0, limit: 9 });
    const { op } = written.value;
    expect(list.ok ? list.value.ops : []).toEqual([
      expect.objectContaining({ id: op.id, state: 'UNCERTAIN' }),
    ]);
  });
});
