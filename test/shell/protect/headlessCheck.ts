import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { WebSocket } from 'ws';
import type { Core } from '../../../electron/core/core.ts';
import type * as Server from '../../../electron/headless/server.ts';
import { ok } from '../../../shared/result.ts';
import type { Load } from './load.ts';

const core: Core = {
  call: () => Promise.resolve(ok(null)) as never,
  on: () => () => undefined,
  close: () => Promise.resolve(),
};
const page = { bytes: new TextEncoder().encode('page'), type: 'text/html; charset=utf-8' };

function get(url: string, headers: Record<string, string>): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (reply) => {
      reply.resume();
      resolve(reply);
    });
    request.on('error', reject);
  });
}

function bridges(url: string, headers: Record<string, string>): Promise<boolean> {
  const socket = new WebSocket(url.replace('http', 'ws') + '/bridge', { headers });
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** The headless door: loopback only, and closed to every other host, origin and visitor. */
export async function headless(load: Load): Promise<void> {
  const { serveDesk } = await load<typeof Server>('electron/headless/server.ts');
  const { listen } = net.Server.prototype;
  const addresses: unknown[] = [];
  net.Server.prototype.listen = function (this: net.Server, ...all: unknown[]) {
    addresses.push(all[1]);
    // A check must not open a door to the network, whatever the source says.
    return Reflect.apply(listen, this, [all[0], '127.0.0.1', all[2]]) as net.Server;
  } as typeof listen;
  const served = await serveDesk(core, () => page, 0).finally(() => {
    net.Server.prototype.listen = listen;
  });
  if (!served.ok) throw new Error(served.error.message);
  const server = served.value;
  try {
    assert.deepEqual(addresses, ['127.0.0.1']);
    const { origin } = server;
    const link = server.link();
    const first = await get(link, {});
    const given = first.headers['set-cookie']?.[0] ?? '';
    assert.match(given, /^waybill-\d+=[\w-]+; HttpOnly; SameSite=Strict; Path=\/$/);
    assert.equal((await get(link, {})).statusCode, 403);
    const cookie = given.split(';')[0] ?? '';
    assert.equal((await get(origin, { cookie })).statusCode, 200);
    assert.equal((await get(origin, {})).statusCode, 403);
    assert.equal((await get(origin, { cookie, host: 'evil.example' })).statusCode, 403);
    assert.equal(await bridges(origin, { cookie, origin }), true);
    assert.equal(await bridges(origin, { cookie, origin: 'https://evil.example' }), false);
    assert.equal(await bridges(origin, { cookie }), false);
    assert.equal(await bridges(origin, { origin }), false);
  } finally {
    await server.close();
  }
}
