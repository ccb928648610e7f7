import { connect } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { createService } from '../../electron/service/createService.ts';
import { httpServer } from '../../electron/service/httpLayer.ts';
import { createJournal } from '../../electron/service/journal.ts';
import { demoTown } from '../support/localService.ts';
import { NOON_MS } from './support.ts';

/** What the HTTP layer refuses by itself, over a real socket. */

const startAt = (port: number) =>
  createService({
    dataDir: ':memory:',
    port,
    seed: 'empty',
    clock: () => NOON_MS,
    town: demoTown(),
  });

const service = await startAt(0);
afterAll(() => service.close());

const { host, port } = new URL(service.baseUrl);

/** All that comes back for a message, once the service has ended the connection. */
function exchange(message: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.write(message);
  });
}

const head = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');

test.each([
  [
    'headers that are too large',
    431,
    head('/api/me', `Host: ${host}`, `X-A: ${'a'.repeat(20_000)}`),
  ],
  ['an address that is too long', 431, head(`/api/me?x=${'a'.repeat(20_000)}`, `Host: ${host}`)],
  ['no HTTP at all', 400, 'hello\r\n\r\n'],
  ['a header that is none', 400, head('/api/me', `Host: ${host}`, 'no header')],
  ['no Host', 400, head('/api/me')],
  ['another Host', 421, head('/api/me', 'Host: evil.example')],
  ['an expectation', 417, head('/api/me', `Host: ${host}`, 'Expect: bananas')],
])('%s: %i with a request id and words', async (_what, status, message) => {
  const answer = await exchange(message);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
  expect(answer).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  expect(body).toEqual({ message: expect.stringMatching(/\S/) as unknown });
});

test('a request that takes too long to arrive is answered as one that may be sent again', async () => {
  const app = httpServer();
  const end = vi.fn();
  const socket = {
    writable: true,
    end,
    destroy: vi.fn(),
    once: (_: string, run: () => void) => run(),
  };
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, socket);
  expect(end.mock.calls[0]?.[0]).toMatch(/^HTTP\/1\.1 408 /);
  await app.close();
});

test('what changed is kept with its body as long as the bodies fit', () => {
  const journal = createJournal();
  const params = {};
  const bodyText = 'x'.repeat(4 * 1024 * 1024);
  const change = {
    atMs: 0,
    endpoint: 'updateArea',
    params,
    bodyText,
    userId: '1',
    createdId: null,
  } as const;
  for (let at = 0; at < 100; at += 1) journal.applied({ ...change, requestId: String(at) });
  const whole = journal.changes().filter((one) => one.bodyText !== '');
  expect(journal.changes()).toHaveLength(100);
  expect(whole.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 8 }, (_, at) => String(92 + at)),
  );
});

test('whoever sends a body that is too large is told so, and goes on', async () => {
  const headers = {
    authorization: `Bearer ${service.token}`,
    'content-type': 'application/json',
  };
  for (const megabytes of [5, 12, 25]) {
    const body = `{"name":"${'x'.repeat(megabytes * 1024 * 1024)}"}`;
    const reply = await fetch(`${service.baseUrl}/area-groups`, { method: 'POST', headers, body });
    expect([megabytes, reply.status]).toEqual([megabytes, 413]);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await reply.json()).toEqual({ message: expect.stringMatching(/\S/) as unknown });
  }
  // One of unknown length, which is refused in the middle.
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let piece = 0; piece < 8; piece += 1) controller.enqueue(new Uint8Array(1024 * 1024));
      controller.close();
    },
  });
  const reply = await fetch(`${service.baseUrl}/area-groups`, {
    ...{ method: 'POST', headers, body: pieces },
    duplex: 'half',
  } as RequestInit);
  expect(reply.status).toBe(413);
  expect((await fetch(`${service.baseUrl}/me`, { headers })).status).toBe(200);
});

test('the address names port 80, too, which a URL leaves out', async ({ skip }) => {
  const other = await startAt(80).catch(String);
  if (typeof other === 'string') {
    expect(other).toMatch(/EACCES|EADDRINUSE/);
    return skip('port 80 can not be had here');
  }
  expect(other.baseUrl).toBe('http://127.0.0.1:80/api');
  await other.close();
});
