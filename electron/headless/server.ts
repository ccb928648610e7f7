import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { MOST_FILE_BYTES } from '../../shared/ipc/desk.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Core } from '../core/core.ts';
import { BUSY, MOST_CALLS } from '../shell/callLimit.ts';
import { respond, type AppFile } from '../shell/protocol.ts';
import { decodeFrame, encodeFrame } from './frame.ts';

/** Larger messages are not from the desk: the largest is a table to be saved, with its frame. */
const MAX_MESSAGE_BYTES = MOST_FILE_BYTES + 1024 * 1024;

/** A page that leaves so much unread does not read at all. */
const MOST_UNREAD_BYTES = 128 * 1024 * 1024;
/** Refused calls in a row whose refusals were not read. */
const MOST_REFUSED = 1_000;

export interface HeadlessServer {
  /** `http://127.0.0.1:PORT`. */
  origin: string;
  /** A fresh address with a token that works once. */
  link(): string;
  /** How many pages are connected. */
  clients(): number;
  close(): Promise<void>;
}

/** Who may come in: whoever used a link that works once has a cookie from then on. */
interface Door {
  /** A fresh token for one link. */
  issue(): string;
  /** Whether this token opens the door; it does so once. */
  opens(request: IncomingMessage, token: string | null): boolean;
  /** What the browser keeps, as the text of its header. */
  readonly cookie: string;
  trusted(request: IncomingMessage): boolean;
}

function createDoor(host: string, port: number): Door {
  const tokens = new Set<string>();
  const session = randomBytes(32).toString('base64url');
  const cookieName = `waybill-${port}`;

  const hasCookie = (request: IncomingMessage): boolean => {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const value = pairs
      .find((pair) => pair.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1);
    const given = Buffer.from(value ?? '');
    const wanted = Buffer.from(session);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };

  return {
    issue() {
      const token = randomBytes(24).toString('base64url');
      tokens.add(token);
      return token;
    },
    opens: (request, token) =>
      request.headers.host === host && token !== null && tokens.delete(token),
    cookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
    trusted(request) {
      return request.headers.host === host && hasCookie(request);
    },
  };
}

function answer(
  door: Door,
  host: string,
  lookUp: (path: string) => AppFile | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const origin = `http://${host}`;
  const asked = request.url ?? '/';
  // A target need not be a path: it may be a whole address, or a star.
  if (!asked.startsWith('/') || !URL.canParse(`${origin}${asked}`)) {
    response.writeHead(400).end();
    return;
  }
  const url = new URL(`${origin}${asked}`);
  if (door.opens(request, url.searchParams.get('token'))) {
    response.writeHead(303, {
      location: '/',
      'set-cookie': door.cookie,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end();
    return;
  }
  if (!door.trusted(request)) {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('This address works once. Use the newest link that Waybill printed.\n');
    return;
  }
  const { method = 'GET' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const page = new Request(`${origin}${url.pathname}`, { method });
  void send(respond(page, lookUp, { protocol: 'http:', host }), response);
}

/**
 * The loopback door to the core. Host and Origin are checked against DNS rebinding; a one-time
 * token is exchanged for an HttpOnly cookie, without which neither files nor the bridge answer.
 *
 * Errors (`local`): `headless.port`, where the port is taken or not for everybody.
 */
export async function serveDesk(
  core: Core,
  lookUp: (path: string) => AppFile | undefined,
  port: number,
): Promise<Result<HeadlessServer>> {
  const server = createServer();
  const refused = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve);
    server.listen(port, '127.0.0.1', () => resolve(null));
  });
  if (refused !== null) return portRefused(port, refused);
  const bound = (server.address() as AddressInfo).port;
  const host = `127.0.0.1:${bound}`;
  const origin = `http://${host}`;
  const door = createDoor(host, bound);
  const bridge = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  server.on('request', (request, response) => answer(door, host, lookUp, request, response));
  server.on('upgrade', (request, socket, head) => {
    // Whoever asks may be gone before the answer: that must not end the host.
    socket.on('error', () => socket.destroy());
    if (request.url !== '/bridge' || !door.trusted(request) || request.headers.origin !== origin) {
      // One who never closes its own side would keep the server from ending.
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n', () => socket.destroy());
      return;
    }
    bridge.handleUpgrade(request, socket, head, (opened) => serveBridge(core, opened));
  });

  return ok({
    origin,
    link: () => `${origin}/?token=${door.issue()}`,
    clients: () => bridge.clients.size,
    async close() {
      for (const client of bridge.clients) client.terminate();
      bridge.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function portRefused(port: number, error: Error): Result<never> {
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return fail({
    kind: 'local',
    code: 'headless.port',
    message: `Port ${port} ${isTaken ? 'is in use' : 'can’t be used'} on this computer: choose another one with --port, or leave it out for a free one.`,
    next: 'none',
  });
}

async function send(reply: Response, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(Buffer.from(await reply.arrayBuffer()));
}

function serveBridge(core: Core, socket: WebSocket): void {
  /** Answers that are made or have not left yet; of refusals those that have not left. */
  let answering = 0;
  let refused = 0;
  const stop = core.on((event) => {
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(encodeFrame({ event }));
  });
  socket.on('close', stop);
  // A message too large or malformed closes the connection; the page opens a new one.
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? readCall(data) : null;
    if (message === null) {
      socket.close(1003);
      return;
    }
    const { id, name, input } = message;
    if (answering >= MOST_CALLS) {
      refused += 1;
      // One who asks on and on and never reads is cut off; the page opens a new connection.
      if (refused > MOST_REFUSED) socket.terminate();
      else socket.send(encodeFrame({ id, answer: BUSY }), () => (refused -= 1));
      return;
    }
    answering += 1;
    void core.call(name, input).then((answer) => {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(encodeFrame({ id, answer }), () => (answering -= 1));
    });
  });
}

function readCall(data: Uint8Array): { id: number; name: string; input: unknown } | null {
  try {
    const message = decodeFrame(data);
    if (typeof message !== 'object' || message === null) return null;
    const { id, name, input } = message as Record<string, unknown>;
    return typeof id === 'number' && typeof name === 'string' ? { id, name, input } : null;
  } catch {
    return null;
  }
}
