import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Renewal as Outcome } from '../../../electron/core/api/refresh.ts';
import { createRenewal, RENEW_BEFORE_MS } from '../../../electron/core/session/renewal.ts';
import { createService, type RunningService } from '../../../electron/service/createService.ts';
import { fewLists } from '../../support/fewLists.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { isState, openDesk, temporaryFolder, type Desk } from './support.ts';
import { demoTown } from '../../support/localService.ts';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import type { Renewed } from '../../../electron/core/api/refresh.ts';
import type { Http } from '../../../electron/core/ports.ts';
import {
  createRenewalsUnderWay,
  type RenewalsUnderWay,
} from '../../../electron/core/session/renewalsUnderWay.ts';

const HOUR_MS = 3_600_000;

describe('renewing a sign-in before it ends', () => {
  function watching(answers: readonly Outcome[]) {
    const clock = virtualClock();
    const asked: string[] = [];
    const refused: string[] = [];
    let online = true;
    const rest = [...answers];
    const renewal = createRenewal({
      clock,
      renew: (token) => {
        asked.push(token);
        return Promise.resolve(rest.shift() ?? 'unreachable');
      },
      maySend: () => online,
      refused: ({ token }) => refused.push(token),
    });
    const watch = (lifeMs: number, renews = true): void =>
      renewal.watch({ token: 'one', expiresAt: clock.now() + lifeMs, renews });
    /** Lets what the answer sets in motion happen. */
    const pass = async (ms: number): Promise<void> => {
      clock.advance(ms);
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    };
    return { clock, asked, refused, renewal, watch, pass, online: (on: boolean) => (online = on) };
  }

  it('happens five minutes before, and halfway through a short life', async () => {
    const long = watching(['renewed']);
    long.watch(24 * HOUR_MS);
    await long.pass(12 * HOUR_MS);
    await long.pass(12 * HOUR_MS - RENEW_BEFORE_MS - 1);
    expect(long.asked).toEqual([]);
    await long.pass(1);
    expect(long.asked).toEqual(['one']);
    const short = watching(['renewed']);
    short.watch(60_000);
    await short.pass(29_999);
    expect(short.asked).toEqual([]);
    await short.pass(1);
    expect(short.asked).toEqual(['one']);
  });

  it('is tried again while the service can not be reached, until the sign-in has ended', async () => {
    const { watch, pass, asked, clock } = watching([]);
    watch(HOUR_MS);
    await pass(HOUR_MS - RENEW_BEFORE_MS);
    expect(asked).toHaveLength(1);
    for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
    expect(asked).toHaveLength(5);
    expect(clock.waiting()).toBe(0);
  });

  it('waits for the network and goes on at once when it is back', async () => {
    const { watch, pass, asked, online, renewal } = watching(['renewed']);
    watch(HOUR_MS);
    online(false);
    await pass(HOUR_MS - 2 * 60_000);
    expect(asked).toEqual([]);
    online(true);
    renewal.wake();
    expect(asked).toEqual(['one']);
  });

  it('is given up where the service refuses, and never begun without a refresh token', async () => {
    const { watch, pass, asked, refused } = watching(['refused']);
    watch(HOUR_MS, false);
    await pass(2 * HOUR_MS);
    expect(asked).toEqual([]);
    watch(HOUR_MS);
    await pass(2 * HOUR_MS);
    expect(asked).toEqual(['one']);
    expect(refused).toEqual(['one']);
  });

  it('leaves no timer behind', () => {
    const { watch, clock, renewal } = watching([]);
    watch(HOUR_MS);
    expect(clock.waiting()).toBe(1);
    renewal.close();
    expect(clock.waiting()).toBe(0);
  });
});

describe('the end of a sign-in', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let service: RunningService;
  let desk: Desk;
  /** Renewals are asked for, and answered once this is; null: at once. */
  let held: { asked: () => void; until: Promise<null>; ended: () => void } | null = null;
  /** What each of them offered. */
  const offered: string[] = [];
  /** How far the service's clock is ahead. */
  let aheadMs = 0;

  beforeEach(async () => {
    [aheadMs, held] = [0, null];
    offered.length = 0;
    folder = temporaryFolder();
    service = await createService({
      dataDir: ':memory:',
      port: 0,
      seed: 'demo',
      vehicles: 5,
      clock: () => Date.now() + aheadMs,
      town: demoTown(),
    });
    const plain = fewLists(nodeHttp({}), ['vehicle']);
    const http: Http = {
      async send(request) {
        if (!request.url.endsWith('/token/refresh')) return plain.send(request);
        offered.push(request.body ?? '');
        const holding = held;
        holding?.asked();
        await holding?.until;
        return plain.send(request).finally(() => holding?.ended());
      },
      close: () => plain.close(),
    };
    desk = await openDesk(folder.folder, { http });
  });
  afterEach(async () => {
    await desk.close();
    await service.close();
    folder.remove();
  });

  it('leaves the mirror readable and the queue held, and all goes on after the next sign-in', async () => {
    const { session, until, forget } = desk;
    const { baseUrl } = service;
    await session.signInWithToken({ baseUrl, token: service.token });
    await until('online', isState('online'));
    expect(session.connection()).toMatchObject({ tokenRenews: false });
    const account = session.context();
    if (account === null) throw new Error('No account is open');
    expect((await account.sync.scan('vehicle')).ok).toBe(true);
    const idsOf = () => account.store.read('records.ids', { view: { entity: 'vehicle' } });
    const [vehicleId = ''] = (await idsOf()).ids;

    aheadMs = 25 * HOUR_MS;
    const written = await account.outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId },
      body: { defaultLabel: 'After hours' },
      extra: null,
    });
    if (!written.ok) throw new Error(written.error.message);
    await until('expired', isState('expired'));
    expect((await idsOf()).ids).toContain(vehicleId);
    const shown = await account.store.read('records.get', { entity: 'vehicle', id: vehicleId });
    expect(shown?.row.json).toContain('After hours');
    const counts = await account.store.read('outbox.counts', null);
    expect(counts).toMatchObject({ QUEUED: 1 });
    expect(service.log()).toHaveLength(0);

    forget();
    await session.signInWithToken({ baseUrl, token: await service.tokenFor('dispatcher') });
    await until('nothing waits', (e) => e.name === 'outbox' && e.payload.waiting === 0);
    expect(service.log()).toHaveLength(1);
  });

  it('is put off without a person where there is a refresh token', async () => {
    const { session, until } = desk;
    const { baseUrl, email, password } = service;
    await session.signInWithPassword({ baseUrl, email, password });
    await until('online', isState('online'));
    const ends = session.connection().tokenExpiresAt ?? 0;
    expect(ends).toBeGreaterThan(Date.now());
    expect(session.connection().tokenRenews).toBe(true);
    aheadMs = 25 * HOUR_MS;
    expect((await session.context()?.api.read('getMe'))?.ok).toBe(true);
    expect(session.connection().state).toBe('online');
    expect(session.connection().tokenExpiresAt).toBeGreaterThan(ends);
  });

  it('that is being put off while its account is closed is the same for whoever opens it again, and undoes no sign-out', async () => {
    const { session, until, ports } = desk;
    const signIn = async (role: 'dispatcher' | 'reseller'): Promise<string> => {
      const { email, password } = service.account(role);
      const signedIn = { baseUrl: service.baseUrl, email, password };
      expect((await session.signInWithPassword(signedIn)).ok).toBe(true);
      return session.current()?.identity.id ?? '';
    };
    /** A token has ended, and the answer to its renewal is on its way. */
    const renewing = async (): Promise<{ release: () => void; ended: Promise<null> }> => {
      const [asked, go, ended] = [
        Promise.withResolvers<null>(),
        Promise.withResolvers<null>(),
        Promise.withResolvers<null>(),
      ];
      held = {
        ...{ asked: () => asked.resolve(null), ended: () => ended.resolve(null) },
        until: go.promise,
      };
      aheadMs += 25 * HOUR_MS;
      void session.context()?.api.read('getMe');
      await asked.promise;
      held = null;
      return { release: () => go.resolve(null), ended: ended.promise };
    };
    const two = await signIn('reseller');
    const one = await signIn('dispatcher');
    await until('online', isState('online'));
    const before = await ports.secrets.get(one);

    const first = await renewing();
    for (const id of [two, one]) expect((await session.use(id)).ok).toBe(true);
    await expect.poll(() => session.connection().state).toBe('online');
    const again = session.context()?.api.read('getMe');
    first.release();
    expect((await again)?.ok).toBe(true);
    expect(session.connection().state).toBe('online');
    // No refresh token is offered twice: a service may take it for theft.
    expect(new Set(offered).size).toBe(offered.length);
    const after = await ports.secrets.get(one);
    expect(after?.token).not.toBe(before?.token);

    const second = await renewing();
    expect((await session.use(two)).ok).toBe(true);
    expect((await session.signOut(one)).ok).toBe(true);
    second.release();
    await second.ended;
    await session.whenOpened();
    await new Promise(setImmediate);
    expect(await ports.secrets.get(one)).toBeNull();
  });
});

describe('renewals by account', () => {
  const log = { write: () => undefined };
  const [old, fresh] = [
    { token: 'old', refreshToken: 'r1' },
    { token: 'new', refreshToken: 'r2' },
  ];
  const other = { token: 'other', refreshToken: null };
  const renewed: Renewed = { ok: true, secret: fresh };

  it('are asked for once for a token, and again where they failed or gave the same one', async () => {
    const renewals = createRenewalsUnderWay({ secrets: memorySecrets(), log });
    const answers: Renewed[] = [
      { ok: false, why: 'unreachable' },
      { ok: true, secret: old },
      renewed,
    ];
    let asked = 0;
    const renew = () => renewals.renew('a', old, async () => answers[(asked += 1) - 1] ?? renewed);
    expect((await Promise.all([renew(), renew()])).map(({ ok }) => ok)).toEqual([false, false]);
    expect([await renew(), await renew(), await renew(), asked]).toEqual([
      ...[{ ok: true, secret: old }, renewed, renewed, 3],
    ]);
    // Of another account nothing is known.
    await renewals.renew('b', old, async () => renewed);
    await expect(
      renewals.renew('c', old, () => Promise.reject(new Error('own'))),
    ).rejects.toThrow();
    expect(await renewals.renew('c', old, async () => renewed)).toEqual(renewed);
  });

  it.each([
    ['a sign-out', (renewals: RenewalsUnderWay) => renewals.left('a'), null],
    ['another sign-in', (renewals: RenewalsUnderWay) => renewals.entered('a', other), other],
    ['the same one', (renewals: RenewalsUnderWay) => renewals.entered('a', old), fresh],
  ])('leave what %s left in the keychain', async (_what, act, left) => {
    const secrets = memorySecrets();
    const renewals = createRenewalsUnderWay({ secrets, log });
    const answer = Promise.withResolvers<Renewed>();
    const under = renewals.renew('a', old, () => answer.promise);
    act(renewals);
    await (left === null ? secrets.remove('a') : secrets.set('a', left));
    answer.resolve(renewed);
    await under;
    expect(await secrets.get('a')).toEqual(left);
  });

  it('of the session before, begun beside a sign-in, leave the new one in the keychain', async () => {
    const secrets = memorySecrets();
    const renewals = createRenewalsUnderWay({ secrets, log });
    renewals.entered('a', old);
    renewals.entered('a', other);
    await secrets.set('a', other);
    expect(await renewals.renew('a', old, async () => renewed)).toEqual(renewed);
    expect(await secrets.get('a')).toEqual(other);
    // The new one is renewed as ever, also where somebody still read it before that.
    for (const [from, to] of [
      [other, fresh],
      [fresh, old],
    ] as const) {
      await renewals.renew('a', from, async () => ({ ok: true, secret: to }));
      renewals.entered('a', from);
      expect(await secrets.get('a')).toEqual(to);
    }
  });

  it('take out again what reached the keychain beside a sign-out', async () => {
    const secrets = memorySecrets();
    const renewals = createRenewalsUnderWay({
      secrets: {
        ...secrets,
        async set(id, secret) {
          renewals.left('a');
          await secrets.remove('a');
          await secrets.set(id, secret);
        },
      },
      log,
    });
    await renewals.renew('a', old, async () => renewed);
    expect(await secrets.get('a')).toBeNull();
  });
});
