import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { methodsAt } from './router.ts';
import { errorReply, jsonReply } from './send.ts';

const BODY_LIMIT = 4 * 1024 * 1024;
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** An error in the one shape that the service has, with the id that every answer carries. */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): FastifyReply {
  const error = errorReply(status, message);
  const headers = { ...error.headers, 'x-request-id': request.id };
  return reply.code(status).headers(headers).send(error.body);
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;

/** What the HTTP layer refuses by itself: paths, bodies, content types. */
function refuseError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  const message = error instanceof Error && status < 500 ? error.message : 'The service failed.';
  return refuse(request, reply, status, message);
}

/** An error as it goes over the wire where there is no request to answer. */
function rawError(status: number, message: string) {
  const text = JSON.stringify({ message });
  return {
    headers: {
      ...jsonReply(status, text).headers,
      'x-request-id': randomUUID(),
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    },
    body: text,
  };
}

/** How long a connection stays to be read to its end after it was refused. */
const LINGER_MS = 1_000;

/** What is answered instead of “not HTTP”, by Node's own codes. */
const REFUSED_AS = new Map<string | undefined, readonly [status: number, message: string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'The address and the headers are larger than 16 kB.']],
  // It may be sent again: nothing of it was read.
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive.']],
]);

/** What Node's parser refuses never becomes a request; it is answered on its connection. */
function refuseConnection(): (error: NodeJS.ErrnoException, socket: Socket) => void {
  // What is left of the message is refused, too, piece by piece.
  const answered = new WeakSet<Socket>();
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable || answered.has(socket)) return;
    answered.add(socket);
    const [status, message] = REFUSED_AS.get(code) ?? [400, 'The request is not HTTP/1.1.'];
    const { headers, body } = rawError(status, message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    // Closed while it still sends, a client would lose the answer.
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(lingering));
  };
}

/** The most that is read of a body that nobody wants. */
const DRAINED_BYTES = 32 * 1024 * 1024;

/**
 * Reads a refused body to its end and forgets it: a client that still sends would lose the answer with
 * the connection. False for one that is too long even for that.
 */
function drained(body: IncomingMessage): Promise<boolean> {
  if (body.readableEnded || body.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = DRAINED_BYTES;
    const onData = (piece: Buffer): void => {
      left -= piece.length;
      if (left < 0) end(false);
    };
    const onEnd = (): void => end(true);
    const end = (whole: boolean): void => {
      body.off('data', onData).off('end', onEnd).off('close', onEnd).pause();
      resolve(whole);
    };
    body.on('data', onData).on('end', onEnd).on('close', onEnd).resume();
  });
}

/** A server that answers in the one shape of the service also where it refuses by itself. */
export function httpServer(): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => void refuseError(error, request, reply),
    clientErrorHandler: refuseConnection(),
    // Node would refuse it without a word.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: 500 },
  });
  // Bodies stay text: unknown fields are stored as they were spelled. Where there is no such endpoint,
  // that is the answer, whatever the body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
    if (request.is404) done(null, '');
    else if (!isPlain) done(unsupportedType());
    else if (typeof body !== 'string' && !isUtf8(body))
      done(new BodyRefused(400, 'The body is not UTF-8.'));
    else done(null, body.toString());
  });
  // A body of nothing is none, whatever it calls itself.
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) =>
    body === '' || request.is404 ? done(null, '') : done(unsupportedType()),
  );
  // Names that lead here from elsewhere (DNS rebinding) get nothing.
  app.addHook('onRequest', async (request, reply) => {
    if (LOOPBACK_HOST.test(request.headers.host ?? '')) {
      void reply.header('x-request-id', request.id);
      return;
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return refuse(request, reply, 400, 'The request names no Host.');
    }
    return refuse(request, reply, 421, 'This service answers on loopback only.');
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.replace(/\?.*$/s, ''));
    if (methods.length === 0) return refuse(request, reply, 404, 'There is no such endpoint.');
    void reply.header('allow', methods.join(', '));
    return refuse(request, reply, 405, `This endpoint knows ${methods.join(', ')} only.`);
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (statusOf(error) === 413 && !(await drained(request.raw))) {
      void reply.header('connection', 'close');
    }
    return refuseError(error, request, reply);
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = rawError(417, 'The service fulfils no such expectation.');
    response.writeHead(417, headers).end(body);
  });
  return app;
}

/** A body that is refused before anybody reads it. */
class BodyRefused extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const unsupportedType = () => new BodyRefused(415, 'Bodies are application/json, and not packed.');
