import { describe, expect, it } from 'vitest';
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

  it('ends the session where the service refused to renew it, whatever it answers elsewhere', async () => {
    server.answer((request, response, socket) => {
      const reply = request.url === '/me' ? json({ id: 1 }) : json({ message: 'expired' }, 401);
      return reply(request, response, socket);
    });
    const { api, signedOut } = client(server.origin);
    expect((await failure(api.page('listResellers', 1))).code).toBe('session.expired');
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
