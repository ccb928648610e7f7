import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands between a desk and a service, and repeats every secret that it has seen in whatever it hands
 * on: in headers, in rows, in errors, and in every spelling.
 */
export interface EchoProxy {
  baseUrl: string;
  /** Every token, password and code that went through. */
  secrets: Set<string>;
  /** How many replies had secrets in them, by the path that was asked. */
  echoed: Map<string, number>;
  /** What becomes of the next write: handed on, refused (422), broken (500), or a page (200). */
  nextWrite: 'handOn' | 'refuse' | 'break' | 'page';
  /** The next request that carries a token is answered with 401, so that it is renewed. */
  expire(): void;
  close(): Promise<void>;
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

/** A secret in every spelling, and in pieces. */
export function spellings(secret: string): Record<string, string> {
  const base64 = (before: string): string => Buffer.from(before + secret).toString('base64');
  return {
    plain: secret,
    bearer: `Bearer ${secret}`,
    url: encodeURIComponent(secret),
    percent: hex(secret).replaceAll(/../g, '%$&'),
    hex: hex(secret),
    upperHex: hex(secret).toUpperCase(),
    base64: base64(''),
    base64b: base64('.'),
    base64c: base64('..'),
    base64url: Buffer.from(secret).toString('base64url'),
    begin: secret.slice(0, Math.max(60, secret.length - 9)),
    end: secret.slice(-Math.min(24, secret.length)),
  };
}

/** The JSON text of spellings, each character of one of them as an escape. */
function quotes(secrets: Iterable<string>): string {
  const all = [...secrets].map((secret) => {
    const escaped = hex(secret).replaceAll(/../g, '\\u00$&');
    return `${JSON.stringify(spellings(secret)).slice(0, -1)},"escaped":"${escaped}"}`;
  });
  return `[${all.join(',')}]`;
}

/** Every spelling of every secret as a JSON text of its own. */
function oneByOne(secrets: Iterable<string>): string[] {
  return [...secrets].flatMap((secret) => [
    ...Object.values(spellings(secret)).map((spelled) => JSON.stringify(spelled)),
    `"${hex(secret).replaceAll(/../g, '\\u00$&')}"`,
  ]);
}

/** Adds a member to each row of a JSON text (`{` at its start or in a list), the next echo in turn. */
function withEcho(body: string, next: () => string): string {
  return body.replaceAll(
    /(^|[[,])\{(?=")/g,
    (_all, before: string) => `${before}{"echo":${next()},`,
  );
}

/** The secrets in what a sign-in sends and is answered. */
function secretsIn(path: string, text: string): string[] {
  if (!/\/(login|login\/otp|token\/refresh)$/.test(path)) return [];
  return [...text.matchAll(/"(\w+)":"((?:[^"\\]|\\.)*)"/g)]
    .filter(([, name = '']) => /^(password|code|token|refreshToken)$/.test(name))
    .map(([, , value = '']) => JSON.parse(`"${value}"`) as string);
}

/** The whole of a request's body. */
async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Hands a request on to the service, whose answer comes unpacked. */
function handOn(target: string, request: http.IncomingMessage, sent: string): Promise<Response> {
  const { host: _host, ...headers } = request.headers;
  return fetch(`${new URL(target).origin}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: {
      ...(headers as Record<string, string>),
      'accept-encoding': 'identity',
      connection: 'close',
    },
    ...(sent === '' ? {} : { body: sent }),
  });
}

export async function startEchoProxy(target: () => string): Promise<EchoProxy> {
  const secrets = new Set<string>();
  const echoed = new Map<string, number>();
  let expired = false;
  let turn = 0;
  const nextOf = (echoes: string[]) => (): string => echoes[(turn += 1) % echoes.length] ?? 'null';

  const note = (path: string, text: string): void => {
    for (const secret of secretsIn(path, text)) secrets.add(secret);
  };

  const self: EchoProxy = {
    baseUrl: '',
    secrets,
    echoed,
    nextWrite: 'handOn',
    expire() {
      expired = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const answer = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> => {
    const sent = await bodyOf(request);
    const path = (request.url ?? '').replace(/\?.*/, '');
    const { authorization } = request.headers;
    if (authorization !== undefined) secrets.add(authorization.replace(/^Bearer /, ''));
    note(path, sent);
    const said = quotes(secrets);
    const inHeaders = {
      'x-request-id': [...secrets].join(' '),
      'x-echo': encodeURIComponent(said).slice(0, 6000),
    };
    const reply = (status: number, type: string, body: string | Buffer): void => {
      echoed.set(path, (echoed.get(path) ?? 0) + 1);
      response.writeHead(status, { ...inHeaders, 'content-type': type }).end(body);
    };
    const error = JSON.stringify({ message: `No: ${said}`, errors: { defaultLabel: [said] } });
    if (authorization !== undefined && expired) {
      expired = false;
      return reply(401, 'application/json', error);
    }
    if (authorization !== undefined && request.method !== 'GET' && self.nextWrite !== 'handOn') {
      const how = self.nextWrite;
      self.nextWrite = 'handOn';
      if (how === 'refuse') return reply(422, 'application/json', error);
      if (how === 'break') return reply(500, 'text/plain', `It broke: ${said}`);
      return reply(200, 'text/html', `<html><body>${said}</body></html>`);
    }
    const handed = await handOn(target(), request, sent);
    const bytes = Buffer.from(await handed.arrayBuffer());
    const type = handed.headers.get('content-type') ?? 'application/json';
    if (!type.includes('json')) return reply(handed.status, type, bytes);
    note(path, bytes.toString());
    reply(handed.status, type, withEcho(bytes.toString(), nextOf(oneByOne(secrets))));
  };

  const server = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  self.baseUrl = `http://127.0.0.1:${port}${new URL(target()).pathname}`;
  return self;
}
