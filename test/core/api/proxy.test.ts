import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp, type SystemProxy, type Way } from '../../../electron/core/adapters/http.ts';
import type { Http } from '../../../electron/core/ports.ts';
import { json, startHostileServer } from '../../support/hostileServer.ts';

let proxy: http.Server;
let asked: string[];
let client: Http;
let address: string;

beforeEach(async () => {
  asked = [];
  proxy = http.createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('{}');
  });
  proxy.on('connect', (request: http.IncomingMessage, socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  client = nodeHttp({ HTTPS_PROXY: address, HTTP_PROXY: address });
});
afterEach(async () => {
  client.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

const send = (url: string, purpose: 'read' | 'mutation', by: Http = client, signal?: AbortSignal) =>
  by.send({
    ...(signal === undefined ? {} : { signal }),
    ...{ method: purpose === 'read' ? ('GET' as const) : ('POST' as const), url, purpose },
    headers: { authorization: 'Bearer canary' },
    ...{ idleTimeoutMs: 5_000, totalTimeoutMs: 5_000, maxBytes: 1_000 },
  });

describe('a proxy of the environment', () => {
  it.each(['read', 'mutation'] as const)('carries a %s to https addresses', async (purpose) => {
    const sent = await send('https://fleet.invalid/api/me', purpose);
    expect(asked).toEqual(['CONNECT fleet.invalid:443']);
    expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
  });

  it('never sees what goes to this computer', async () => {
    const server = await startHostileServer(json({ id: 1 }));
    expect((await send(`${server.origin}/me`, 'read')).ok).toBe(true);
    expect((await send(`${server.origin}/me`, 'mutation')).ok).toBe(true);
    expect(asked).toEqual([]);
    await server.close();
  });

  it('is no way out for plain http', async () => {
    const sent = await send('http://fleet.example/api/me', 'read');
    expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
    expect(asked).toEqual([]);
  });
});

describe('a proxy that refuses', () => {
  it('is told as such, without the password that it was named with', async () => {
    const named = nodeHttp({ HTTPS_PROXY: address.replace('//', '//dispatcher:canary-7@') });
    const sent = await send('https://fleet.invalid/api/me', 'read', named);
    named.close();
    expect(asked).toEqual(['CONNECT fleet.invalid:443']);
    expect(JSON.stringify(sent)).toContain('the proxy on the way refuses it');
    expect(JSON.stringify(sent)).not.toContain('canary-7');
  });
});

describe('a proxy of the system', () => {
  const clients: Http[] = [];
  const over = (env: NodeJS.ProcessEnv, wayTo: SystemProxy['wayTo']): Http => {
    const made = nodeHttp(env, { wayTo, failed: () => undefined });
    clients.push(made);
    return made;
  };
  /** The first of some ways that did not fail. */
  const overWays = (...ways: Way[]): { client: Http; gone: Way[] } => {
    const gone: Way[] = [];
    const system: SystemProxy = {
      wayTo: () => Promise.resolve(ways.find((way) => !gone.includes(way)) ?? ways[0] ?? null),
      failed: (proxy) => gone.push(proxy),
    };
    const made = nodeHttp({}, system);
    clients.push(made);
    return { client: made, gone };
  };
  /** Where nothing listens any more. */
  const dead = async (): Promise<string> => {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}`;
  };
  afterEach(() => clients.splice(0).forEach((made) => made.close()));

  it.each(['read', 'mutation'] as const)(
    'that can’t be reached leaves the next one to a %s, which was not sent before',
    async (purpose) => {
      const gone = await dead();
      const told = overWays(gone, address, null);
      await send('https://fleet.invalid/api/me', purpose, told.client);
      expect(told.gone).toEqual([gone]);
      expect(asked).toEqual(['CONNECT fleet.invalid:443']);
    },
  );

  it('that refuses is not gone around, and ways that are all gone are tried once', async () => {
    const refusing = overWays(address, null);
    await send('https://fleet.invalid/api/me', 'mutation', refusing.client);
    expect([asked, refusing.gone]).toEqual([['CONNECT fleet.invalid:443'], []]);
    const ways = [await dead(), await dead()];
    const all = overWays(...ways);
    const sent = await send('https://fleet.invalid/api/me', 'mutation', all.client);
    expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
    expect(all.gone).toEqual(ways);
  });

  it('never sees what goes to this computer, also over https', async () => {
    const none = over({ HTTPS_PROXY: address }, () => Promise.reject(new Error('asked')));
    const system = over({}, () => Promise.resolve(address));
    for (const made of [none, system]) {
      for (const host of ['localhost', '127.0.0.1', '[::1]']) {
        const { port } = new URL(await dead());
        const sent = await send(`https://${host}:${port}/me`, 'read', made);
        expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
      }
    }
    expect(asked).toEqual([]);
  });

  it('carries what goes to the addresses that it is named for, told no path of theirs', async () => {
    const origins: string[] = [];
    const http = over({}, (origin) => {
      origins.push(origin);
      return Promise.resolve(origin.includes('direct') ? null : address);
    });
    for (const purpose of ['read', 'mutation', 'read'] as const) {
      const sent = await send('https://fleet.invalid/api/me', purpose, http);
      expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'CONNECT fleet.invalid:443'));
    await send('https://direct.invalid/api/me', 'read', http);
    expect(asked).toHaveLength(3);
    expect(new Set(origins)).toEqual(new Set(['https://fleet.invalid', 'https://direct.invalid']));
  });

  it('is not asked where the environment names one, nor for this computer', async () => {
    const named = over({ https_proxy: address }, () => Promise.reject(new Error('asked')));
    await send('https://fleet.invalid/api/me', 'read', named);
    expect(asked).toEqual(['CONNECT fleet.invalid:443']);
    const server = await startHostileServer(json({ id: 1 }));
    const plain = over({}, () => Promise.reject(new Error('asked')));
    expect((await send(`${server.origin}/me`, 'mutation', plain)).ok).toBe(true);
    await server.close();
  });

  it('that takes its time sends nothing that was cancelled meanwhile', async () => {
    const answer = Promise.withResolvers<string | null>();
    const cancelling = new AbortController();
    const sending = send(
      'https://fleet.invalid/api/me',
      'mutation',
      over({}, () => answer.promise),
      cancelling.signal,
    );
    cancelling.abort();
    answer.resolve(address);
    expect(await sending).toMatchObject({ ok: false, failure: { why: 'aborted' } });
    expect(asked).toEqual([]);
  });
});
