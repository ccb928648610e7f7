import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import tls from 'node:tls';
import zlib from 'node:zlib';
import type { Http, HttpFailure, HttpReply, HttpRequest } from '../ports.ts';

/**
 * The network over Node's own client. Node sends each request exactly once: it has no retries.
 * Mutations get a connection of their own, so that a kept one which dies under the request can
 * never leave open whether it arrived twice.
 */

type Sent = { ok: true; reply: HttpReply } | { ok: false; failure: HttpFailure };

interface Agents {
  reads: http.Agent;
  mutations: http.Agent;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Certificates of Node and of the operating system together: companies install their own. */
function trusted(): tls.SecureContext {
  const known = new Set(tls.getCACertificates('default'));
  try {
    for (const certificate of tls.getCACertificates('system')) known.add(certificate);
  } catch {
    // Without a readable system store Node's own certificates have to do.
  }
  return tls.createSecureContext({ ca: [...known] });
}

function agentsFor(make: (options: https.AgentOptions) => http.Agent): Agents {
  return {
    reads: make({ keepAlive: true, maxSockets: 6, timeout: 60_000 }),
    mutations: make({ keepAlive: false }),
  };
}

const JOIN_BYTES = 4 * 1024 * 1024;

/** From here on a body waits for its turn: large ones come in one after the other. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** One at a time. */
interface Turns {
  /** Calls when it is the caller's turn; the function that is given ends it, or the waiting. */
  take(begin: () => void): () => void;
}

function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  return {
    take(begin) {
      waiting.push(begin);
      if (waiting.length === 1) begin();
      return () => {
        const at = waiting.indexOf(begin);
        if (at === -1) return;
        waiting.splice(at, 1);
        if (at === 0) waiting[0]?.();
      };
    },
  };
}

function sizeText(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes < megabyte ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / megabyte)} MB`;
}

/** Collects a body, decoding it where the service compressed it, up to a cap. */
function collect(
  response: http.IncomingMessage,
  maxBytes: number,
  progress: () => void,
  /** Called once the body turns out to be large, with what goes on when it may. */
  wait: (goOn: () => void) => void,
  done: (outcome: { body: Uint8Array } | { failure: HttpFailure }) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let received = 0;
  const broken = (error: Error): void =>
    done({ failure: { why: 'broken', detail: describe(error) } });
  const decoder = decoderFor(response.headers['content-encoding']);
  const source = decoder === null ? response : response.pipe(decoder);
  const tooLarge = (): void => {
    response.destroy();
    decoder?.destroy();
    done({
      failure: { why: 'tooLarge', detail: `more than ${sizeText(maxBytes)}` },
    });
  };
  response.on('error', broken);
  decoder?.on('error', (error) => {
    // Of nothing nothing can be unpacked: some services name a compression of empty answers too.
    if (received === 0 && response.complete) done({ body: new Uint8Array() });
    else broken(error);
  });
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    progress();
  });
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return tooLarge();
  source.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) return tooLarge();
    chunks.push(chunk);
    if (size <= LARGE_BYTES || size - chunk.length > LARGE_BYTES) return;
    source.pause();
    wait(() => source.resume());
  });
  response.on('close', () => {
    if (!response.complete) broken(new Error('the answer was cut off'));
  });
  source.on('end', () => {
    const conclude = (): void => void joined(chunks, size).then((body) => done({ body }));
    if (response.complete) return conclude();
    // What was packed is over before the answer is: the rest of it is nothing.
    if (decoder !== null) response.unpipe(decoder);
    response.once('end', conclude).resume();
  });
}

/** Joins chunks a few megabytes at a time: large bodies must not hold the event loop. */
async function joined(chunks: readonly Buffer[], size: number): Promise<Uint8Array> {
  const body = Buffer.allocUnsafe(size);
  let at = 0;
  let pauseAt = JOIN_BYTES;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
    if (at >= pauseAt) {
      pauseAt = at + JOIN_BYTES;
      await breathe();
    }
  }
  return body;
}

function decoderFor(encoding: string | undefined): Transform | null {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}

/** Words for people and logs: an error code, never an address with its query. */
function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name was not found';
    case 'ECONNREFUSED':
      return 'nothing answers there';
    case 'ECONNRESET':
      return 'the connection was reset';
    case '':
      return error.message;
    default:
      if (code.startsWith('HPE_')) return `what came back is not HTTP, ${code}`;
      return code.startsWith('Z_') ? `it could not be unpacked, ${code}` : code;
  }
}

/** Calls back once the socket can carry the request: before that, nothing has been sent. */
function onceReady(socket: Socket, ready: () => void): void {
  if (socket instanceof tls.TLSSocket) {
    if (socket.authorized || socket.getSession() !== undefined) ready();
    else socket.once('secureConnect', ready);
  } else if (socket.connecting) {
    socket.once('connect', ready);
  } else {
    ready();
  }
}

/** @param env where proxies are named (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) */
export function nodeHttp(env: NodeJS.ProcessEnv): Http {
  let secure: Agents | null = null;
  // Plain http goes to this computer only, where a proxy has no business.
  const plain = agentsFor((options) => new http.Agent(options));
  const turns = createTurns();

  const agentFor = (url: URL, purpose: HttpRequest['purpose']): http.Agent => {
    if (url.protocol === 'http:') return purpose === 'read' ? plain.reads : plain.mutations;
    if (secure === null) {
      const secureContext = trusted();
      secure = agentsFor(
        (options) => new https.Agent({ ...options, secureContext, proxyEnv: { ...env } }),
      );
    }
    return purpose === 'read' ? secure.reads : secure.mutations;
  };

  const refuse = (url: URL): string | null => {
    if (url.protocol === 'https:') return null;
    if (url.protocol === 'http:' && isLoopback(url.hostname)) return null;
    return 'only https may leave this computer';
  };

  return {
    send(asked) {
      return new Promise<Sent>((resolve) => {
        if (!URL.canParse(asked.url)) {
          return resolve(failed({ why: 'notSent', detail: 'the address cannot be read' }));
        }
        const url = new URL(asked.url);
        const refused = refuse(url);
        if (refused !== null) return resolve(failed({ why: 'notSent', detail: refused }));
        if (asked.signal?.aborted === true) {
          return resolve(failed({ why: 'aborted', detail: 'cancelled' }));
        }

        let ready = false;
        let settled = false;
        const body = asked.body === undefined ? undefined : Buffer.from(asked.body, 'utf8');
        const request = (url.protocol === 'https:' ? https : http).request(url, {
          method: asked.method,
          agent: agentFor(url, asked.purpose),
          headers: {
            ...asked.headers,
            'accept-encoding': asked.purpose === 'read' ? 'gzip, br' : 'identity',
            ...(body === undefined ? {} : { 'content-length': String(body.length) }),
          },
        });

        const finish = (sent: Sent): void => {
          if (settled) return;
          settled = true;
          clearTimeout(idle);
          clearTimeout(total);
          asked.signal?.removeEventListener('abort', onAbort);
          endTurn?.();
          resolve(sent);
          if (!sent.ok) request.destroy();
        };
        const lost = (detail: string): void =>
          finish(failed({ why: ready ? 'broken' : 'notSent', detail }));
        const onAbort = (): void => finish(failed({ why: 'aborted', detail: 'cancelled' }));
        let endTurn: (() => void) | null = null;
        let waits = false;
        const idle = setTimeout(() => {
          if (waits) idle.refresh();
          else lost('no answer in time');
        }, asked.idleTimeoutMs);
        const total = setTimeout(() => lost('the answer took too long'), asked.totalTimeoutMs);
        const progress = (): void => {
          idle.refresh();
        };

        asked.signal?.addEventListener('abort', onAbort, { once: true });
        request.on('socket', (socket) => {
          onceReady(socket, () => {
            ready = true;
            progress();
          });
        });
        let answer: http.IncomingMessage | null = null;
        request.on('error', (error) => {
          // What follows a whole answer on its connection takes nothing from it.
          if (answer?.complete !== true) lost(describe(error));
        });
        request.on('close', () => {
          if (answer === null) lost('the connection was closed');
        });
        request.on('response', (response) => {
          answer = response;
          progress();
          const wait = (goOn: () => void): void => {
            waits = true;
            endTurn = turns.take(() => {
              waits = false;
              progress();
              goOn();
            });
          };
          collect(response, asked.maxBytes, progress, wait, (outcome) => {
            if ('failure' in outcome) return finish({ ok: false, failure: outcome.failure });
            finish({
              ok: true,
              reply: {
                status: response.statusCode ?? 0,
                headers: flat(response.headers),
                body: outcome.body,
              },
            });
          });
        });
        request.end(body);
      });
    },
    close() {
      for (const agents of [plain, secure]) {
        agents?.reads.destroy();
        agents?.mutations.destroy();
      }
    },
  };
}

function failed(failure: HttpFailure): Sent {
  return { ok: false, failure };
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
