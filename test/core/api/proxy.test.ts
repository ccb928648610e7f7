import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import type { Http } from '../../../electron/core/ports.ts';
import { json, startHostileServer } from '../../support/hostileServer.ts';

let proxy: http.Server;
let asked: string[];
let client: Http;

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
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  client = nodeHttp({ HTTPS_PROXY: address, HTTP_PROXY: address });
});
afterEach(async () => {
  client.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

const send = (url: string, purpose: 'read' | 'mutation') =>
  client.send({
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
