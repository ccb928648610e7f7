import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultKind, FaultRule } from './faults.ts';

/** An answer ready for the wire. */
export interface Wired {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | AsyncIterable<string>;
}

/** Waits; `signal` ends the wait with a rejection, where the implementation can. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;
type Due = ReadonlyMap<FaultKind, FaultRule>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** An error as the interface answers it. */
export function errorReply(
  status: number,
  message: string,
  errors?: Readonly<Record<string, string[]>>,
): Wired {
  return jsonReply(
    status,
    JSON.stringify(errors === undefined ? { message } : { message, errors }),
  );
}

export function jsonReply(status: number, text: string): Wired {
  return { status, headers: { 'content-type': JSON_TYPE }, body: text };
}

/** What a hotel's network answers to everything. */
export const PORTAL: Wired = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in to the network</h1></body></html>',
};

const PIECE_BYTES = 64;
const PIECE_DELAY_MS = 20;
const HUGE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Ends the connection without another byte. */
export function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

async function whole(body: Wired['body']): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  if (Buffer.isBuffer(body)) return body;
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function write(raw: FastifyReply['raw'], piece: Buffer): Promise<boolean> {
  if (raw.destroyed || raw.socket?.destroyed === true) return false;
  if (raw.write(piece)) return true;
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(raw, 'drain', { signal }), once(raw, 'close', { signal })]);
    return true;
  } catch {
    // The client went away with an error; there is nobody left to tell.
    return false;
  } finally {
    waiting.abort();
  }
}

/** Sends an answer, disturbed where a rule says so. Returns the status that reached the wire. */
export async function send(
  reply: FastifyReply,
  wired: Wired,
  due: Due,
  sleep: Sleep,
): Promise<number | null> {
  const truncate = due.has('truncate');
  const drip = due.get('drip');
  const huge = due.get('hugeBody');
  if (!truncate && drip === undefined && huge === undefined) {
    const { body } = wired;
    void reply.code(wired.status).headers(wired.headers);
    const plain = typeof body === 'string' || Buffer.isBuffer(body);
    await reply.send(plain ? body : Readable.from(body, { objectMode: false }));
    return wired.status;
  }

  const body = await whole(wired.body);
  reply.hijack();
  const { raw } = reply;
  const extra = huge === undefined ? 0 : (huge.bytes ?? HUGE_BYTES);
  raw.writeHead(wired.status, {
    ...wired.headers,
    'x-request-id': String(reply.getHeader('x-request-id')),
    'content-length': body.length + extra,
  });
  if (truncate) {
    await write(raw, body.subarray(0, Math.floor(body.length / 2)));
    // Node holds a first piece back for a moment to send it with the headers.
    await setImmediate();
    raw.destroy();
    return wired.status;
  }
  const step = drip === undefined ? CHUNK_BYTES : PIECE_BYTES;
  for (let at = 0; at < body.length; at += step) {
    if (!(await write(raw, body.subarray(at, at + step)))) return wired.status;
    if (drip !== undefined) await sleep(drip.delayMs ?? PIECE_DELAY_MS);
  }
  const spaces = Buffer.alloc(CHUNK_BYTES, ' ');
  for (let sent = 0; sent < extra; sent += CHUNK_BYTES) {
    const piece = spaces.subarray(0, Math.min(CHUNK_BYTES, extra - sent));
    if (!(await write(raw, piece))) return wired.status;
  }
  raw.end();
  return wired.status;
}
