import { describe, expect, it } from 'vitest';
import { createExchange } from '../../../electron/core/api/exchange.ts';
import { defaultProfile } from '../../../electron/core/api/profile.ts';
import { createRedactor } from '../../../electron/core/api/redactor.ts';
import { createSessionCalls } from '../../../electron/core/session/calls.ts';
import type { Tokens } from '../../../electron/core/api/refresh.ts';
import { json, type HostileServer } from '../../support/hostileServer.ts';
import { failure, NEW_TOKEN, TOKEN, serverOfEach } from './support.ts';

const { server, client } = serverOfEach();

describe('a token that is refused', () => {
  const byToken =
    (good: string): Parameters<HostileServer['answer']>[0] =>
    (request, response, socket) =>
      request.headers.authorization === `Bearer ${good}`
        ? json({ id: 1 })(request, response, socket)
        : json({ message: 'expired' }, 401)(request, response, socket);

  it('is refreshed once for ten requests, each of which is sent again once', async () => {
    server.answer(byToken(NEW_TOKEN));
    let refreshes = 0;
    const { api, signedOut } = client(server.origin, {
      renew: async () => {
        refreshes += 1;
        return { ok: true, secret: { token: NEW_TOKEN, refreshToken: 'next' } };
      },
    });
    const reads = await Promise.all(Array.from({ length: 10 }, () => api.read('getMe')));
    expect(reads.every(({ ok }) => ok)).toBe(true);
    expect(refreshes).toBe(1);
    expect(server.seen).toHaveLength(20);
    expect(signedOut()).toBe(0);
  });

  it('ends the session when the refresh is refused', async () => {
    server.answer(byToken(NEW_TOKEN));
    const { api, signedOut } = client(server.origin);
    expect(await failure(api.read('getMe'))).toMatchObject({
      kind: 'auth',
      code: 'session.expired',
    });
    expect(signedOut()).toBe(1);
    expect(server.seen).toHaveLength(1);
  });

  it('ends the session when the new token is refused as well', async () => {
    server.answer(byToken('other'));
    const { api, signedOut } = client(server.origin, {
      renew: async () => ({ ok: true, secret: { token: NEW_TOKEN, refreshToken: null } }),
    });
    expect((await failure(api.read('getMe'))).code).toBe('session.expired');
    expect(server.seen).toHaveLength(2);
    expect(signedOut()).toBe(1);
  });

  it.each([
    ['is renewed in vain', true],
    ['can not be renewed', false],
  ])('ends no session where it %s and the service accepts it elsewhere', async (_how, renews) => {
    server.answer((request, response, socket) => {
      const reply = request.url === '/me' ? json({ id: 1 }) : json({ message: 'not for you' }, 401);
      return reply(request, response, socket);
    });
    let renewals = 0;
    const { api, signedOut, observed, tokens } = client(server.origin, {
      renew: async () => {
        renewals += 1;
        return renews
          ? { ok: true, secret: { token: NEW_TOKEN, refreshToken: null } }
          : { ok: false, why: 'refused' };
      },
    });
    if (!renews) tokens.replace({ token: TOKEN, refreshToken: null });
    expect(await failure(api.page('listResellers', 1))).toMatchObject({ kind: 'denied' });
    expect(await api.mutate('archiveArea', { params: { areaId: '7' } })).toMatchObject({
      is: 'rejected',
      status: 403,
    });
    expect(signedOut()).toBe(0);
    expect(observed).toContainEqual({ name: 'listResellers', status: 403 });
    // What is known to answer so renews nothing the next time.
    const before = renewals;
    expect((await failure(api.page('listResellers', 1))).kind).toBe('denied');
    expect(renewals).toBe(before);
  });

  it('is not taken for one that an endpoint denies, where another request renewed it meanwhile', async () => {
    const THIRD = `${NEW_TOKEN}-3`;
    let good = NEW_TOKEN;
    let tokens: Tokens | null = null;
    server.answer((request, response, socket) => {
      const isGood = request.headers.authorization === `Bearer ${good}`;
      // The list denies the second token, and lets the third one in.
      const mayList = request.url === '/me' || good === THIRD;
      // While a refused request was under way, another one has renewed the token.
      if (!isGood && good === THIRD) tokens?.replace({ token: THIRD, refreshToken: null });
      const reply = isGood && mayList ? json([]) : json({ message: 'no' }, 401);
      return reply(request, response, socket);
    });
    const under = client(server.origin, {
      renew: async () => ({ ok: true, secret: { token: good, refreshToken: null } }),
    });
    tokens = under.tokens;
    expect((await failure(under.api.page('listResellers', 1))).kind).toBe('denied');
    good = THIRD;
    expect(await under.api.page('listResellers', 1)).toMatchObject({ ok: true });
    expect(under.signedOut()).toBe(0);
  });

  it('ends no session that was renewed once more while the new token was refused', async () => {
    let tokens: Tokens | null = null;
    server.answer((request, response, socket) => {
      const isRenewed = request.headers.authorization === `Bearer ${NEW_TOKEN}`;
      if (isRenewed) tokens?.replace({ token: `${NEW_TOKEN}-3`, refreshToken: null });
      return json({ message: 'expired' }, 401)(request, response, socket);
    });
    const under = client(server.origin, {
      renew: async () => ({ ok: true, secret: { token: NEW_TOKEN, refreshToken: null } }),
    });
    tokens = under.tokens;
    expect((await failure(under.api.page('listResellers', 1))).kind).toBe('offline');
    expect(under.signedOut()).toBe(0);
  });

  it.each([
    ['refused with the token before', json({ message: 'expired' }, 401)],
    ['answered by a page to it', json('<html>Log in</html>', 401)],
  ])('ends no session that somebody entered anew while one was %s', async (_how, reply) => {
    let tokens: Tokens | null = null;
    server.answer((request, response, socket) => {
      if (request.url === '/me') tokens?.replace({ token: NEW_TOKEN, refreshToken: null });
      return reply(request, response, socket);
    });
    const under = client(server.origin);
    tokens = under.tokens;
    tokens.replace({ token: TOKEN, refreshToken: null });
    expect((await failure(under.api.page('listResellers', 1))).kind).toBe('offline');
    expect(under.reports.every(({ code }) => code !== 'http.html')).toBe(true);
    expect(under.signedOut()).toBe(0);
  });

  it('ends the session where the service refused to renew it, whatever it answers elsewhere', async () => {
    server.answer((request, response, socket) => {
      const reply = request.url === '/me' ? json({ id: 1 }) : json({ message: 'expired' }, 401);
      return reply(request, response, socket);
    });
    const { api, signedOut } = client(server.origin);
    expect((await failure(api.page('listResellers', 1))).code).toBe('session.expired');
    expect(signedOut()).toBe(1);
  });

  const portal = json('<html>Please log in to this network</html>', 401);

  it.each([
    ['could not be renewed behind it', { ok: false, why: 'unreachable' }],
    ['was renewed', { ok: true, secret: { token: NEW_TOKEN, refreshToken: null } }],
    ['can not be renewed', null],
  ] as const)('is kept where a web page refuses it that %s', async (_how, renewed) => {
    server.answer(portal);
    const { api, signedOut, tokens, reports } = client(server.origin, {
      renew: async () => renewed ?? { ok: false, why: 'refused' },
    });
    if (renewed === null) tokens.replace({ token: TOKEN, refreshToken: null });
    for (const name of ['getMe', 'getProvider'] as const) {
      expect((await failure(api.read(name))).kind).toBe('offline');
    }
    expect(await api.mutate('archiveArea', { params: { areaId: '7' } })).toMatchObject({
      is: 'notSent',
      wasRefused: true,
    });
    expect(signedOut()).toBe(0);
    expect(reports.at(-1)).toEqual({ reached: false, code: 'http.html' });
  });

  const sessionCalls = () => {
    const { http, clock } = client(server.origin);
    const redactor = createRedactor();
    const exchange = createExchange({
      ...{ http, clock, baseUrl: () => server.origin, profile: () => defaultProfile },
      ...{ version: 'test', redactor },
    });
    return createSessionCalls(exchange, () => defaultProfile, redactor.scope());
  };

  it('takes an empty refresh token for none: the one that renewed it stays', async () => {
    server.answer(json({ token: NEW_TOKEN, refreshToken: '' }));
    const calls = sessionCalls();
    expect(await calls.refresh({ token: TOKEN, refreshToken: 'refresh-canary' })).toEqual({
      ok: true,
      secret: { token: NEW_TOKEN, refreshToken: 'refresh-canary' },
    });
    expect(await calls.login({ email: 'ada@example.com', password: 'x' })).toEqual({
      ok: true,
      value: { is: 'tokens', secret: { token: NEW_TOKEN, refreshToken: null } },
    });
  });

  it.each([401, 403, 404])(
    'is not given up where a web page answers its renewal with %i',
    async (status) => {
      server.answer(json('<html>Blocked</html>', status));
      const calls = sessionCalls();
      const renew = () => calls.refresh({ token: TOKEN, refreshToken: 'refresh-canary' });
      expect(await renew()).toEqual({ ok: false, why: 'unreachable' });
      server.answer(json({ message: 'no' }, status));
      expect(await renew()).toEqual({ ok: false, why: 'refused' });
    },
  );

  it('ends the session where a web page refuses it and the service says so elsewhere', async () => {
    server.answer((request, response, socket) => {
      const reply = request.url === '/me' ? json({ message: 'expired' }, 401) : portal;
      return reply(request, response, socket);
    });
    const { api, signedOut, tokens } = client(server.origin);
    tokens.replace({ token: TOKEN, refreshToken: null });
    expect((await failure(api.read('getProvider'))).code).toBe('session.expired');
    expect(signedOut()).toBe(1);
  });

  it('is kept when the service can not be asked for a new one', async () => {
    server.answer(byToken(NEW_TOKEN));
    const { api, signedOut, tokens } = client(server.origin, {
      renew: async () => ({ ok: false, why: 'unreachable' }),
    });
    expect((await failure(api.read('getMe'))).kind).toBe('offline');
    expect(signedOut()).toBe(0);
    expect(tokens.current()?.token).toBe(TOKEN);
  });
});
