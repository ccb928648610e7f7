import http from 'node:http';
import net from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Core } from '../../electron/core/core.ts';
import { decodeFrame, encodeFrame } from '../../electron/headless/frame.ts';
import { serveDesk, type HeadlessServer } from '../../electron/headless/server.ts';
import { MOST_CALLS } from '../../electron/shell/callLimit.ts';
import { ok } from '../../shared/result.ts';

const page = {
  bytes: new TextEncoder().encode('<!doctype html>'),
  type: 'text/html; charset=utf-8',
};
const core: Core = {
  call: (name: string, input: unknown) => Promise.resolve(ok({ name, input })) as never,
  on: () => () => undefined,
  close: () => Promise.resolve(),
};
const plainCall = core.call;
let server: HeadlessServer | undefined;
afterEach(async () => server?.close());

async function start(): Promise<HeadlessServer> {
  const served = await serveDesk(core, (name) => (name === '/index.html' ? page : undefined), 0);
  if (!served.ok) throw new Error(served.error.message);
  server = served.value;
  return server;
}

it('says in one line that a port is taken', async () => {
  const { origin } = await start();
  const { port } = new URL(origin);
  const refused = await serveDesk(core, () => page, Number(port));
  if (refused.ok) throw new Error('Two servers have one port.');
  expect(refused.error.code).toBe('headless.port');
  expect(refused.error.message).toContain(`Port ${port} is in use`);
});

interface Reply {
  status: number;
  cookie: string | undefined;
}
function get(address: string, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    http
      .get(address, { headers }, (reply) => {
        reply.resume();
        resolve({
          status: reply.statusCode ?? 0,
          cookie: reply.headers['set-cookie']?.[0],
        });
      })
      .on('error', reject);
  });
}
async function cookieOf(started: HeadlessServer): Promise<string> {
  const { cookie } = await get(started.link());
  return (cookie ?? '').split(';')[0] ?? '';
}

it('answers nothing without its cookie, and each link works once', async () => {
  const started = await start();
  expect((await get(`${started.origin}/`)).status).toBe(403);
  const link = started.link();
  const first = await get(link);
  expect(first.status).toBe(303);
  expect(first.cookie).toMatch(/^waybill-\d+=.*HttpOnly; SameSite=Strict/);
  expect((await get(link)).status).toBe(403);
  expect((await get(`${started.origin}/`, { cookie: await cookieOf(started) })).status).toBe(200);
});

it('refuses a rebound host name even with the cookie', async () => {
  const started = await start();
  const cookie = await cookieOf(started);
  expect((await get(`${started.origin}/`, { cookie, host: 'evil.example' })).status).toBe(403);
});

function open(
  started: HeadlessServer,
  headers: Record<string, string>,
): Promise<WebSocket | number> {
  const socket = new WebSocket(`${started.origin.replace('http', 'ws')}/bridge`, { headers });
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', () => resolve(403));
  });
}

it('refuses the bridge without cookie or from a foreign origin', async () => {
  const started = await start();
  const cookie = await cookieOf(started);
  expect(await open(started, { origin: started.origin })).toBe(403);
  expect(await open(started, { cookie, origin: 'https://evil.example' })).toBe(403);
});

it('carries calls, and closes on what is not one', async () => {
  const started = await start();
  const socket = await open(started, { cookie: await cookieOf(started), origin: started.origin });
  if (!(socket instanceof WebSocket)) throw new Error('The bridge did not open');
  const answered = new Promise<Buffer>((resolve) => socket.once('message', resolve));
  socket.send(encodeFrame({ id: 7, name: 'desk.info', input: { a: 1 } }));
  expect(decodeFrame(await answered)).toEqual({
    id: 7,
    answer: { ok: true, value: { name: 'desk.info', input: { a: 1 } } },
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send('not a frame');
  expect(await closed).toBe(1003);
});

/** Sends bytes as they are; gives the status line that comes back, or nothing where none does. */
function say(started: HeadlessServer, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(started.origin).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    socket.on('error', () => resolve(heard));
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''));
    socket.end(text);
  });
}

it('refuses what no browser asks, and goes on', async () => {
  const started = await start();
  const cookie = await cookieOf(started);
  const headers = `Host: ${new URL(started.origin).host}\r\nCookie: ${cookie}\r\nConnection: close`;
  for (const [line, status] of [
    ['GET //', '404'],
    ['GET //[', '404'],
    ['GET /\\\\[', '404'],
    ['GET http://evil.example/', '400'],
    ['OPTIONS *', '400'],
    ['TRACE /', '405'],
    ['POST /', '405'],
    ['GET //evil.example/', '404'],
  ] as const) {
    expect([
      line,
      (await say(started, `${line} HTTP/1.1\r\n${headers}\r\n\r\n`)).split(' ')[1],
    ]).toEqual([line, status]);
  }
  expect((await get(`${started.origin}/`, { cookie })).status).toBe(200);
});

it('survives a visitor who is gone before the answer', async () => {
  const started = await start();
  const upgrade = `GET /bridge HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  const socket = net.connect(Number(new URL(started.origin).port), '127.0.0.1');
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(upgrade);
  socket.resetAndDestroy();
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  expect((await get(`${started.origin}/`)).status).toBe(403);
});

it('answers a page that asks too much at once that it is busy, and cuts off one that never reads', async () => {
  const started = await start();
  let answered = 0;
  const held: (() => void)[] = [];
  core.call = (() => new Promise((resolve) => held.push(() => resolve(ok({}))))) as never;
  onTestFinished(() => {
    core.call = plainCall;
  });
  const socket = await open(started, { cookie: await cookieOf(started), origin: started.origin });
  if (!(socket instanceof WebSocket)) throw new Error('The bridge did not open');
  const busy = new Promise<unknown>((resolve) => {
    socket.on('message', (data: Buffer) => {
      answered += 1;
      resolve(decodeFrame(data));
    });
  });
  for (let id = 0; id <= MOST_CALLS; id += 1) {
    socket.send(encodeFrame({ id, name: 'records.window', input: {} }));
  }
  expect(await busy).toMatchObject({
    ...{ id: MOST_CALLS, answer: { ok: false, error: { code: 'ipc.busy' } } },
  });
  expect(held).toHaveLength(MOST_CALLS);
  expect(answered).toBe(1);
  for (const answer of held) answer();
  await expect.poll(() => answered).toBe(MOST_CALLS + 1);

  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.pause();
  core.call = () => Promise.resolve(ok({ text: 'x'.repeat(1024 * 1024) }));
  for (let id = 0; id < 5_000; id += 1) {
    socket.send(encodeFrame({ id, name: 'records.window', input: {} }));
  }
  await expect.poll(() => started.clients()).toBe(0);
  socket.terminate();
  await closed;
});
