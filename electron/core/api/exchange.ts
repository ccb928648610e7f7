import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import { methodOf } from '../../../shared/api/endpoint.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError } from '../../../shared/result.ts';
import type { Clock, Http, HttpFailure, HttpReply } from '../ports.ts';
import type { Redactor } from './redactor.ts';
import { queryNameOf, templateOf, type Profile } from './profile.ts';
import type { Params, Query } from './types.ts';
import { fillPath, joinUrl, queryText, sameOrigin } from './url.ts';

/** One request and its answer, by endpoint: addresses, headers, time-outs, caps, redirects. */

export const READ_IDLE_MS = 20_000;
export const READ_TOTAL_MS = 60_000;
/** Route coordinates and PDFs may take long; they still must show progress. */
export const LARGE_TOTAL_MS = 300_000;
export const MUTATION_IDLE_MS = 20_000;
export const MUTATION_TOTAL_MS = 30_000;

const MEGABYTE = 1024 * 1024;
export const READ_MAX_BYTES = 32 * MEGABYTE;
/** About a million route points with their instants. */
export const LARGE_MAX_BYTES = 128 * MEGABYTE;
export const MUTATION_MAX_BYTES = 8 * MEGABYTE;
/** A single record: the largest are areas of thousands of points. */
export const RECORD_MAX_BYTES = 8 * MEGABYTE;
/** An answer, which may carry its photos within it. */
export const ANSWER_MAX_BYTES = 64 * MEGABYTE;
/** Who is signed in, and tokens. */
export const SESSION_MAX_BYTES = MEGABYTE / 4;
/** A picture or document that lies beside an answer. */
export const MOST_FILE_BYTES = 32 * MEGABYTE;
const MAX_REDIRECTS = 3;

const FOREIGN = fail({
  kind: 'denied',
  code: 'http.foreignFile',
  message: 'This file lies at another address than the service. It is not asked for.',
  safe: 'Nothing was sent.',
  next: 'none',
});

export interface ExchangeOptions {
  params?: Params;
  query?: Query;
  body?: string;
  signal?: AbortSignal;
  /** A file of the service that an answer names, asked for instead of the row's own path. */
  at?: string;
  /** Absent for log-in and refresh. */
  token?: string;
}

export type Exchanged =
  /** `unsent`: the client answers in place of the service, which was not asked. */
  | { is: 'answer'; reply: HttpReply; unsent?: true }
  /** A redirect that is not followed; `to` is its host for people. */
  | { is: 'redirect'; reply: HttpReply; to: string }
  /** `wasRefused`: a request before it was answered 401. */
  | { is: 'failure'; failure: HttpFailure; wasRefused?: true }
  /** The request could not be made; nothing was sent. */
  | { is: 'refused'; error: AppError };

export interface Exchange {
  send(name: EndpointName, options: ExchangeOptions): Promise<Exchanged>;
}

export interface ExchangeSetup {
  http: Http;
  clock: Pick<Clock, 'now'>;
  /** Null while the address is not known (a local workspace that is starting). */
  baseUrl(): string | null;
  profile(): Profile;
  version: string;
  /** Everything that comes back passes it before anybody sees it. */
  redactor: Redactor;
}

/** Renames and completes the query of an endpoint; the row's fixed query always wins. */
export function wireQuery(profile: Profile, name: EndpointName, query: Query): Query {
  const row = endpoint(name);
  const wire: Query = {};
  for (const [key, value] of Object.entries(query)) {
    if (row.reply === 'page' && key === 'status' && (value === 'archived' || value === 'all')) {
      wire[profile.archived.name] = profile.archived[value];
    } else {
      wire[queryNameOf(profile, name, key)] = value;
    }
  }
  return { ...wire, ...row.fixedQuery };
}

const SESSION: ReadonlySet<EndpointName> = new Set([
  ...(['login', 'loginOtp', 'refreshToken', 'logout', 'getMe'] as const),
]);

/** How long a body of an endpoint may be, in bytes. */
function maxBytesOf(name: EndpointName): number {
  const row = endpoint(name);
  if (SESSION.has(name)) return SESSION_MAX_BYTES;
  if (methodOf(row) !== 'GET') return MUTATION_MAX_BYTES;
  if (row.dates !== undefined || row.reply === 'pdf') return LARGE_MAX_BYTES;
  if (name === 'getAnswer') return ANSWER_MAX_BYTES;
  return row.reply === 'one' ? RECORD_MAX_BYTES : READ_MAX_BYTES;
}

/** Whether an address lies at the service, so that the session may go there. */
function isOfService(at: string, baseUrl: string): boolean {
  return URL.canParse(at) && sameOrigin(new URL(at), new URL(baseUrl));
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function target(location: string | undefined, from: string): URL | null {
  return location === undefined || !URL.canParse(location, from) ? null : new URL(location, from);
}

/** Errors are read no further. */
const ERROR_BYTES = 64 * 1024;
/** Their answers are read for the tokens in them and kept nowhere. */
const ISSUES_TOKENS: ReadonlySet<EndpointName> = new Set(['login', 'loginOtp', 'refreshToken']);

/** An answer without the secrets that the service may have quoted. */
async function withoutSecrets(
  redactor: Redactor,
  name: EndpointName,
  { status, headers, body }: HttpReply,
): Promise<HttpReply> {
  const clean = Object.entries(headers).map(([key, value]) => [key, redactor.text(value)]);
  const succeeded = status >= 200 && status < 300;
  return {
    status,
    headers: Object.fromEntries(clean) as Record<string, string>,
    body: !succeeded
      ? await redactor.body(body.subarray(0, ERROR_BYTES), 'messages')
      : ISSUES_TOKENS.has(name)
        ? body
        : endpoint(name).reply === 'pdf'
          ? await redactor.overwrite(body)
          : await redactor.body(body, 'data'),
  };
}

export function createExchange(setup: ExchangeSetup): Exchange {
  const { redactor } = setup;
  return {
    async send(name, options) {
      const row = endpoint(name);
      const method = methodOf(row);
      const reading = method === 'GET';
      const baseUrl = setup.baseUrl();
      if (baseUrl === null) {
        return { is: 'failure', failure: { why: 'notSent', detail: 'it is not running' } };
      }
      const profile = setup.profile();
      const path =
        options.at === undefined
          ? fillPath(templateOf(profile, name), row, options.params ?? {})
          : ok('');
      if (!path.ok) return { is: 'refused', error: path.error };
      const query = queryText(wireQuery(profile, name, options.query ?? {}));
      let url = `${joinUrl(baseUrl, path.value)}${query}`;
      if (options.at !== undefined) {
        if (!isOfService(options.at, baseUrl)) return { is: 'refused', error: FOREIGN.error };
        url = options.at.replace(/#.*$/s, '');
      }
      const large = row.dates !== undefined || row.reply === 'pdf';
      const headers: Record<string, string> = {
        accept:
          options.at !== undefined
            ? 'image/*, application/pdf'
            : row.reply === 'pdf'
              ? 'application/pdf, application/json'
              : 'application/json',
        'user-agent': `Waybill/${setup.version}`,
      };
      if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`;
      if (options.body !== undefined) headers['content-type'] = 'application/json';
      const totalMs = !reading ? MUTATION_TOTAL_MS : large ? LARGE_TOTAL_MS : READ_TOTAL_MS;
      const startedAt = setup.clock.now();
      for (let hops = 0; ; hops += 1) {
        // All hops together; a clock that was put back gives none of them more than the whole.
        const leftMs = Math.min(totalMs, totalMs - (setup.clock.now() - startedAt));
        if (leftMs <= 0) {
          const detail = 'the answer took too long';
          return { is: 'failure', failure: { why: 'broken', detail, timedOut: true } };
        }
        const sent = await setup.http.send({
          method,
          url,
          headers,
          ...(options.body === undefined ? {} : { body: options.body }),
          idleTimeoutMs: reading ? READ_IDLE_MS : MUTATION_IDLE_MS,
          totalTimeoutMs: leftMs,
          maxBytes: options.at === undefined ? maxBytesOf(name) : MOST_FILE_BYTES,
          ...(options.signal === undefined ? {} : { signal: options.signal }),
          purpose: reading ? 'read' : 'mutation',
        });
        if (!sent.ok) {
          const detail = redactor.text(sent.failure.detail);
          return { is: 'failure', failure: { ...sent.failure, detail } };
        }
        const { reply } = sent;
        const clean = (): Promise<HttpReply> => withoutSecrets(redactor, name, reply);
        if (!isRedirect(reply.status)) return { is: 'answer', reply: await clean() };
        const next = target(reply.headers['location'], url);
        const followed =
          reading && next !== null && sameOrigin(next, new URL(url)) && hops < MAX_REDIRECTS;
        if (!followed) {
          return {
            is: 'redirect',
            reply: await clean(),
            to: redactor.text(next === null ? 'nowhere' : next.host || next.protocol),
          };
        }
        url = `${joinUrl(`${next.protocol}//${next.host}`, next.pathname)}${next.search}`;
      }
    },
  };
}
