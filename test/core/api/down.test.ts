import { describe, expect, it } from 'vitest';
import { json } from '../../support/hostileServer.ts';
import { failure, serverOfEach } from './support.ts';

const { server, client } = serverOfEach();

describe('a service that is down', () => {
  it('waits with an endpoint of a service that is down as Retry-After says, a minute at most', async () => {
    const { api, clock } = client(server.origin);
    for (const [asked, waitMs] of [
      ['7', 7_000],
      ['3600', 60_000],
    ] as const) {
      server.answer(json({}, 503, { 'Retry-After': asked }));
      await failure(api.read('getProvider'));
      server.answer(json({ id: 1 }));
      clock.advance(waitMs - 1);
      expect(await failure(api.read('getProvider'))).toMatchObject({
        code: 'http.rateLimited',
        status: 503,
      });
      clock.advance(1);
      expect((await api.read('getProvider')).ok).toBe(true);
    }
    server.answer(json({}, 503));
    await failure(api.read('getProvider'));
    server.answer(json({ id: 1 }));
    expect((await api.read('getProvider')).ok).toBe(true);
  });
});
