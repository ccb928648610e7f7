import type * as NodeHttp from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import type { Http, HttpRequest } from '../ports.ts';
import { createTurns, failed, follow } from './httpRequest.ts';

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
  { method, headers, purpose }: HttpRequest,
  agent: NodeHttp.Agent,
  body: Buffer | undefined,
): NodeHttp.ClientRequest {
  return (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent,
    headers: {
      ...headers,
      'accept-encoding': purpose === 'read' ? 'gzip, br' : 'identity',
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    },
  });
}

/**
 * The proxy that the operating system names for an address, as `http://host:port`; null for the direct
 * way. Never rejects, and answers in bounded time.
 */
export type SystemProxy = (origin: string) => Promise<string | null>;

/**
 * @param env where proxies are named (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`); what it says counts
 *   before what the system says
 */
export function nodeHttp(env: NodeJS.ProcessEnv, systemProxy?: SystemProxy): Http {
  /** By the proxy that the system named; what it did not name one for has the empty name. */
  const secure = new Map<string, Agents>();
  const ofSystem = env['HTTPS_PROXY'] || env['https_proxy'] ? undefined : systemProxy;
  // Plain http goes to this computer only, where a proxy has no business.
  const plain = agentsFor((options) => new http.Agent(options));
  const turns = createTurns();
  let secureContext: tls.SecureContext | undefined;

  const agentsOf = async (url: URL): Promise<Agents> => {
    if (url.protocol === 'http:') return plain;
    const proxy = (await ofSystem?.(url.origin)) ?? '';
    const known = secure.get(proxy);
    if (known !== undefined) return known;
    secureContext ??= trusted();
    const proxyEnv = proxy === '' ? { ...env } : { HTTPS_PROXY: proxy };
    const made = agentsFor((options) => new https.Agent({ ...options, secureContext, proxyEnv }));
    secure.set(proxy, made);
    return made;
  };

  return {
    async send(asked) {
      if (!URL.canParse(asked.url)) {
        return failed({ why: 'notSent', detail: 'the address cannot be read' });
      }
      const url = new URL(asked.url);
      const refused = refusal(url);
      if (refused !== null) return failed({ why: 'notSent', detail: refused });
      const agents = await agentsOf(url);
      if (asked.signal?.aborted === true) return failed({ why: 'aborted', detail: 'cancelled' });
      const agent = asked.purpose === 'read' ? agents.reads : agents.mutations;
      const body = asked.body === undefined ? undefined : Buffer.from(asked.body, 'utf8');
      const request = begin(url, asked, agent, body);
      const sent = follow(request, asked, turns);
      request.end(body);
      return sent;
    },
    close() {
      for (const agents of [plain, ...secure.values()]) {
        agents.reads.destroy();
        agents.mutations.destroy();
      }
    },
  };
}
