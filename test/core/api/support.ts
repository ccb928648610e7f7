import { afterEach, beforeEach, expect } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { createClient } from '../../../electron/core/api/client.ts';
import { createExchange } from '../../../electron/core/api/exchange.ts';
import { defaultProfile, type Profile } from '../../../electron/core/api/profile.ts';
import { createRedactor } from '../../../electron/core/api/redactor.ts';
import { createTokens, type Renewed, type Tokens } from '../../../electron/core/api/refresh.ts';
import type { ApiClient } from '../../../electron/core/api/types.ts';
import type { Http, HttpRequest, StoredSecret } from '../../../electron/core/ports.ts';
import type { AppError } from '../../../shared/result.ts';
import { startHostileServer, type HostileServer } from '../../support/hostileServer.ts';
import { virtualClock, type VirtualClock } from '../../support/virtualClock.ts';

export const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.canary-token';
export const NEW_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.renewed-token';

export interface ClientUnderTest {
  api: ApiClient;
  http: Http;
  clock: VirtualClock;
  tokens: Tokens;
  reports: { reached: boolean; code: string | undefined }[];
  observed: { name: string; status: number }[];
  signedOut: () => number;
}

/** The client over real sockets, unless it is given others, with every collaborator in the test's hands. */
export function clientFor(
  baseUrl: string,
  options: {
    profile?: Profile;
    renew?: (old: StoredSecret) => Promise<Renewed>;
    gate?: () => AppError | null;
    /** Changes requests on their way out: shorter time-outs, smaller caps. */
    tighten?: Partial<HttpRequest>;
    http?: Http;
  } = {},
): ClientUnderTest {
  const plain = options.http ?? nodeHttp({});
  const http: Http = {
    send: (request) => plain.send({ ...request, ...options.tighten }),
    close: () => plain.close(),
  };
  const clock = virtualClock();
  const profile = options.profile ?? defaultProfile;
  const tokens = createTokens(options.renew ?? (async () => ({ ok: false, why: 'refused' })));
  tokens.replace({ token: TOKEN, refreshToken: 'refresh-canary' });
  const reports: ClientUnderTest['reports'] = [];
  const observed: ClientUnderTest['observed'] = [];
  let out = 0;
  const redactor = createRedactor();
  redactor.scope().issued(TOKEN);
  const api = createClient({
    exchange: createExchange({
      http,
      clock,
      baseUrl: () => baseUrl,
      profile: () => profile,
      version: 'test',
      redactor,
    }),
    redactor,
    tokens,
    clock,
    profile: () => profile,
    gate: options.gate ?? (() => null),
    report: (reached, error) => reports.push({ reached, code: error?.code }),
    observe: (name, status) => observed.push({ name, status }),
    signedOut: () => {
      out += 1;
    },
  });
  return { api, http, clock, tokens, reports, observed, signedOut: () => out };
}

/** The error of a failed read, with everything in it as one text for searching. */
export async function failure(result: Promise<{ ok: boolean; error?: unknown }>) {
  const { ok, error } = await result;
  expect(ok).toBe(false);
  expect(JSON.stringify(error)).not.toContain('canary');
  return error as { kind: string; code: string; message: string; next: string; safe?: string };
}

/** A server of its own for each test of the file, and clients that are closed behind it. */
export function serverOfEach(): {
  readonly server: HostileServer;
  readonly client: typeof clientFor;
} {
  let running: HostileServer | null = null;
  let open: ClientUnderTest[] = [];
  const now = (): HostileServer => {
    if (running === null) throw new Error('There is a server in tests only.');
    return running;
  };
  beforeEach(async () => {
    running = await startHostileServer();
  });
  afterEach(async () => {
    for (const one of open) one.http.close();
    open = [];
    await now().close();
    running = null;
  });
  return {
    server: {
      get origin() {
        return now().origin;
      },
      get seen() {
        return now().seen;
      },
      answer: (how) => now().answer(how),
      close: () => now().close(),
    },
    client(...args) {
      const made = clientFor(...args);
      open.push(made);
      return made;
    },
  };
}
