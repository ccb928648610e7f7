import net from 'node:net';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import type { HttpRequest } from '../../../electron/core/ports.ts';

/** Answers spelled byte by byte, as services and what stands before them send them. */

const JSON_TEXT = '{"id":1}';
const gzip = zlib.gzipSync(JSON_TEXT);
const brotli = zlib.brotliCompressSync(JSON_TEXT);
const head = (line: string, ...headers: string[]): string =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n`;
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const END = Buffer.from('0\r\n\r\n');

let stop: (() => void) | undefined;
afterEach(() => stop?.());

type Heard = { status: number; body: string } | { why: string; detail: string };

/** What comes of a request that is answered with these bytes and the end of the connection. */
async function hear(
  pieces: readonly (string | Buffer)[],
  purpose: HttpRequest['purpose'],
): Promise<Heard> {
  const http = nodeHttp({});
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      for (const piece of pieces) socket.write(piece);
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    http.close();
    server.close();
  };
  const sent = await http.send({
    method: purpose === 'read' ? 'GET' : 'POST',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: {},
    ...(purpose === 'read' ? {} : { body: '{}' }),
    idleTimeoutMs: 20_000,
    totalTimeoutMs: 20_000,
    maxBytes: 1_000_000,
    purpose,
  });
  return sent.ok
    ? { status: sent.reply.status, body: Buffer.from(sent.reply.body).toString() }
    : { why: sent.failure.why, detail: sent.failure.detail };
}

const whole = { status: 200, body: JSON_TEXT };
const empty = (status: number) => ({ status, body: '' });
const length = `Content-Length: ${JSON_TEXT.length}`;

const cases: readonly { what: string; pieces: readonly (string | Buffer)[]; gives: object }[] = [
  {
    what: 'HTTP/1.0 without a length',
    pieces: [head('HTTP/1.0 200 OK') + JSON_TEXT],
    gives: whole,
  },
  {
    what: 'hints before the answer',
    pieces: [
      head('HTTP/1.1 100 Continue'),
      head('HTTP/1.1 103 Early Hints', 'Link: </x>'),
      head('HTTP/1.1 200 OK', length) + JSON_TEXT,
    ],
    gives: whole,
  },
  {
    what: 'a packed answer in chunks',
    pieces: [
      head('HTTP/1.1 200 OK', 'Content-Encoding: GZIP', 'Transfer-Encoding: chunked'),
      chunk(gzip),
      END,
    ],
    gives: whole,
  },
  {
    what: 'a packed answer of nothing',
    pieces: [head('HTTP/1.1 200 OK', 'Content-Encoding: gzip', 'Content-Length: 0')],
    gives: empty(200),
  },
  {
    what: 'no content that calls itself packed',
    pieces: [head('HTTP/1.1 204 No Content', 'Content-Encoding: gzip')],
    gives: empty(204),
  },
  {
    what: 'no content, with a body',
    pieces: [`${head('HTTP/1.1 204 No Content', 'Content-Length: 5')}hello`],
    gives: empty(204),
  },
  {
    what: 'more than the length says',
    pieces: [`${head('HTTP/1.1 200 OK', length)}${JSON_TEXT} and more`],
    gives: whole,
  },
  {
    what: 'two answers to one request',
    pieces: [
      head('HTTP/1.1 200 OK', length) + JSON_TEXT + head('HTTP/1.1 500 Oops', 'Content-Length: 0'),
    ],
    gives: whole,
  },
  {
    what: 'less than the length says',
    pieces: [head('HTTP/1.1 200 OK', 'Content-Length: 100') + JSON_TEXT],
    gives: { why: 'broken' },
  },
  {
    what: 'a packed answer that was cut off',
    pieces: [
      head('HTTP/1.1 200 OK', 'Content-Encoding: gzip', `Content-Length: ${gzip.length - 6}`),
      gzip.subarray(0, -6),
    ],
    gives: { why: 'broken', detail: expect.stringMatching(/unpacked/) as unknown },
  },
  {
    what: 'a packed answer that goes on behind its end',
    pieces: [
      head('HTTP/1.1 200 OK', 'Content-Encoding: br', 'Transfer-Encoding: chunked'),
      chunk(Buffer.concat([brotli, Buffer.from('junk')])),
      END,
    ],
    gives: whole,
  },
  {
    what: 'another protocol',
    pieces: [head('HTTP/1.1 101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade')],
    gives: { why: 'broken', detail: 'the connection was closed' },
  },
  {
    what: 'no HTTP at all',
    pieces: ['SSH-2.0-OpenSSH_9.6\r\n'],
    gives: { why: 'broken', detail: expect.stringMatching(/not HTTP/) as unknown },
  },
  {
    what: 'headers without end',
    pieces: [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}`],
    gives: { why: 'broken' },
  },
];

describe.each(['read', 'mutation'] as const)('a %s that is answered with', (purpose) => {
  it.each(cases)('$what', async ({ pieces, gives }) => {
    expect(await hear(pieces, purpose)).toMatchObject(gives);
  });
});
