import type * as NodeHttp from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { isLoopback } from '../api/url.ts';
import type { Http, HttpRequest } from '../ports.ts';
import { createTurns, failed, follow, type Sent, type Turns } from './httpRequest.ts';
import { leadsInside, publicLookup, systemResolve, type Resolve } from './publicOnly.ts';

/**
 * The network over Node's own client. Node sends each request exactly once: it has no retries.
 * Mutations get a connection of their own, so that a kept one which dies under the request can
 * never leave open whether it arrived twice.
 */

/**
 * Node's client for plain HTTP. Importing it would read each of its exports, and one of them loads
 * all of `fetch`, which costs 50 ms of every start.
 */
const http = process.getBuiltinModule('node:http');

interface Agents {
  reads: NodeHttp.Agent;
  mutations: NodeHttp.Agent;
}

/** Certificates of Node and of the operating system together: companies install their own. */
function trusted(): string[] {
  const known = new Set(tls.getCACertificates('default'));
  try {
    for (const certificate of tls.getCACertificates('system')) known.add(certificate);
  } catch {
    // Without a readable system store Node's own certificates have to do.
  }
  return [...known];
}

function agentsFor(make: (options: https.AgentOptions) => NodeHttp.Agent): Agents {
  return {
    reads: make({ keepAlive: true, maxSockets: 6, timeout: 60_000 }),
    mutations: make({ keepAlive: false }),
  };
}

/** Why an address is not asked at all; null where it may be. */
function refusal(url: URL): string | null {
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return null;
  return 'only https may leave this computer';
}

/** A request with all that goes before its body; nothing is sent before it ends. */
function begin(
  url: URL,
  { method, headers, purpose, publicOnly }: HttpRequest,
  agent: NodeHttp.Agent,
  body: Buffer | undefined,
  resolve: Resolve,
): NodeHttp.ClientRequest {
  return (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent,
    ...(publicOnly === true ? { lookup: publicLookup(url.hostname, resolve) } : {}),
    headers: {
      ...headers,
      'accept-encoding': purpose === 'read' ? 'gzip, br' : 'identity',
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    },
  });
}

/** The way to a server: a proxy as `http://host:port`, or null for the direct one. */
export type Way = string | null;

/** What the operating system says of proxies. */
export interface SystemProxy {
  /** The way that it names first. Never rejects, and answers in bounded time. */
  wayTo(origin: string): Promise<Way>;
  /** A proxy could not be reached: where the system names another way, that one is first for a while. */
  failed(proxy: string): void;
}

/** Whether the proxy that an environment names is itself behind https. */
function isSecure(env: NodeJS.ProcessEnv): boolean {
  return /^https:/i.test((env['HTTPS_PROXY'] || env['https_proxy']) ?? '');
}

/** More ways than this are tried for no request. */
const MOST_WAYS = 4;
/** Whatever is sent again by another way was not sent: there was nobody to send it to. */
const UNREACHED: ReadonlySet<string> = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
]);

/** What was sent by one way; `unreached` where its first station could not be reached. */
async function sendBy(
  { reads, mutations }: Agents,
  url: URL,
  asked: HttpRequest,
  { turns, resolve }: { turns: Turns; resolve: Resolve },
): Promise<{ sent: Sent; unreached: boolean }> {
  // A kept connection may have been made to an address that was not looked at.
  const agent = asked.purpose === 'read' && asked.publicOnly !== true ? reads : mutations;
  const body = asked.body === undefined ? undefined : Buffer.from(asked.body, 'utf8');
  const request = begin(url, asked, agent, body, resolve);
  let code = '';
  request.once('error', (error: NodeJS.ErrnoException) => {
    code = error.code ?? '';
  });
  const following = follow(request, asked, turns);
  request.end(body);
  const sent = await following;
  const unreached = UNREACHED.has(code) && !sent.ok && sent.failure.why === 'notSent';
  return { sent, unreached };
}

/**
 * @param env where proxies are named (`HTTPS_PROXY`, `NO_PROXY`); what it says counts before what
 *   the system says
 * @param resolve for requests that go to the public internet alone
 */
export function nodeHttp(
  env: NodeJS.ProcessEnv,
  system?: SystemProxy,
  resolve: Resolve = systemResolve,
): Http {
  /** By the proxy that the system named; what it did not name one for has the empty name. */
  const secure = new Map<string, Agents>();
  const ofSystem = env['HTTPS_PROXY'] || env['https_proxy'] ? undefined : system;
  // Plain http goes to this computer only, where a proxy has no business.
  const plain = agentsFor((options) => new http.Agent(options));
  const turns = createTurns();
  let certificates: string[] | undefined;
  let secureContext: tls.SecureContext | undefined;

  const agentsOf = (url: URL, way: Way): Agents => {
    if (url.protocol === 'http:') return plain;
    // This computer's own services are behind no proxy, whatever names one.
    const own = isLoopback(url.hostname);
    const name = own ? 'own' : (way ?? '');
    const known = secure.get(name);
    if (known !== undefined) return known;
    const proxyEnv = own ? {} : way === null ? { ...env } : { HTTPS_PROXY: way };
    const ca = (certificates ??= trusted());
    secureContext ??= tls.createSecureContext({ ca });
    // A proxy behind https is met before an agent has a say: it is judged by Node's defaults.
    if (isSecure(proxyEnv)) tls.setDefaultCACertificates(ca);
    // Certificates are looked at whatever the environment says (`NODE_TLS_REJECT_UNAUTHORIZED`).
    const made = agentsFor(
      (options) =>
        new https.Agent({ ...options, rejectUnauthorized: true, secureContext, proxyEnv }),
    );
    secure.set(name, made);
    return made;
  };
  const wayTo = async ({ protocol, hostname, origin }: URL): Promise<Way> =>
    protocol === 'http:' || isLoopback(hostname) ? null : ((await ofSystem?.wayTo(origin)) ?? null);

  return {
    async send(asked) {
      if (!URL.canParse(asked.url)) {
        return failed({ why: 'notSent', detail: 'the address cannot be read' });
      }
      const url = new URL(asked.url);
      const refused = refusal(url);
      if (refused !== null) return failed({ why: 'notSent', detail: refused });
      if (asked.publicOnly === true && (await leadsInside(url.hostname, resolve))) {
        const detail = 'this is an address of a private network';
        return failed({ why: 'notSent', detail, isPrivate: true });
      }
      const tried = new Map<Way, Sent>();
      for (;;) {
        const way = await wayTo(url);
        if (asked.signal?.aborted === true) return failed({ why: 'aborted', detail: 'cancelled' });
        const before = tried.get(way);
        if (before !== undefined) return before;
        const { sent, unreached } = await sendBy(agentsOf(url, way), url, asked, {
          turns,
          resolve,
        });
        if (way === null || !unreached) return sent;
        ofSystem?.failed(way);
        tried.set(way, sent);
        if (tried.size === MOST_WAYS) return sent;
      }
    },
    close() {
      for (const agents of [plain, ...secure.values()]) {
        agents.reads.destroy();
        agents.mutations.destroy();
      }
    },
  };
}
