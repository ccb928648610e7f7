import { createHash } from 'node:crypto';
import { endpoint, type EndpointName, type ReadName } from '../../../shared/api/catalogue.ts';
import { methodOf } from '../../../shared/api/endpoint.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { fail, ok } from '../../../shared/result.ts';
import { outlineNow } from '../../../shared/rules/jsonOutline.ts';
import { isOver, pauseOf } from '../pause.ts';
import type { Pause } from '../pause.ts';
import type { Clock, HttpReply } from '../ports.ts';
import { renameBody } from './bodyNames.ts';
import { lookAt } from './bodyShape.ts';
import {
  OTHER_PERSON,
  bodyStart,
  clockError,
  failureError,
  htmlError,
  looksLikeHtml,
  redirectError,
  shapeError,
  statusError,
} from './errors.ts';
import type { Exchange, Exchanged, ExchangeOptions } from './exchange.ts';
import { outcomeOf, retryAfterMs } from './outcome.ts';
import { createPageMemory } from './paging.ts';
import { placesOf, type Profile } from './profile.ts';
import type { Redactor } from './redactor.ts';
import type { Tokens } from './refresh.ts';
import { checkPdf, checkReply, countAt, mostRowsOf, type Checked } from './reply.ts';
import type { ApiClient, ApiReply, Query, ReadOptions } from './types.ts';

export interface ClientSetup {
  exchange: Exchange;
  /** What is kept of an answer that was no data is a message. */
  redactor: Redactor;
  tokens: Tokens;
  clock: Clock;
  profile(): Profile;
  /** Ends what is under way without a signal of its own. */
  signal?: AbortSignal;
  /** Why this may not be sent now (signed out, *Work offline*), or null. */
  gate(name: EndpointName): AppError | null;
  /** Whom `/me` has to name; absent where no account is known yet. */
  whose?: {
    /** Why an answer of `/me`, its payload as JSON text, must not be believed; null where it may. */
    judge(payload: string): AppError | null;
    /** Whether `/me` has to be asked before anything is changed at the service. */
    isDue(): boolean;
  };
  /** After each contact: whether the service answered, and if not, why. */
  report(reached: boolean, error?: AppError): void;
  /** Evidence of what the account may do; for a successful read the JSON text of its payload. */
  observe(name: EndpointName, status: number, payload: string | null): void;
  /** The service no longer accepts the session. */
  signedOut(): void;
}

type Read = { ok: true; reply: HttpReply } | { ok: false; error: AppError };

/** Gateways answer these when the service is away, and networks that want a log-in first. */
const NOT_REACHED = new Set([502, 503, 504, 511]);
/** Evidence that an endpoint is not offered, also where a front page says so. */
const MISSING = new Set([404, 405, 501]);

/** Tells pages apart: by their ids, or by their text where the rows have none. */
function markOf(ids: readonly string[], text: () => string): string {
  if (ids.some((id) => id !== '')) return ids.join('\n');
  return createHash('sha256').update(text()).digest('base64');
}

/** The one generic client over the endpoint table: reads, pages, downloads and mutations. */
export function createClient(setup: ClientSetup): ApiClient {
  const pages = createPageMemory();
  /** By endpoint: reads wait until then because the service asked for it (429). */
  const pauses = new Map<EndpointName, Pause>();

  /** Tells the connection monitor and the availability what an exchange proves. */
  const witness = (name: EndpointName, exchanged: Exchanged): void => {
    const row = endpoint(name);
    switch (exchanged.is) {
      case 'refused':
        return;
      case 'failure':
        if (exchanged.failure.why === 'aborted') return;
        setup.report(exchanged.failure.why === 'tooLarge', failureError(row, exchanged.failure));
        return;
      case 'redirect':
        setup.report(false, redirectError(row, exchanged.reply, exchanged.to));
        return;
      case 'answer': {
        const { reply } = exchanged;
        const page = looksLikeHtml(bodyStart(reply.body, 1024));
        const succeeded = reply.status >= 200 && reply.status < 300;
        if (page && succeeded) return setup.report(false, htmlError(row, reply));
        if (NOT_REACHED.has(reply.status)) return setup.report(false, statusError(row, reply));
        // A page with an error status may come from the service's own front or from a stranger.
        if (!page) setup.report(true);
        if (!page || MISSING.has(reply.status)) setup.observe(name, reply.status, null);
      }
    }
  };

  /** Sends with the token in use; a 401 is renewed and sent again, once. */
  const sendSigned = async (
    name: EndpointName,
    given: Omit<ExchangeOptions, 'token'>,
  ): Promise<Exchanged> => {
    const row = endpoint(name);
    const signal = given.signal ?? setup.signal;
    const options = { ...given, ...(signal === undefined ? {} : { signal }) };
    const secret = setup.tokens.current();
    const signedOut = (): Exchanged => ({
      is: 'answer',
      reply: { status: 401, headers: {}, body: new Uint8Array() },
    });
    if (secret === null) return signedOut();
    const first = await setup.exchange.send(name, { ...options, token: secret.token });
    witness(name, first);
    if (first.is !== 'answer' || first.reply.status !== 401) return first;
    const renewal = await setup.tokens.renew(secret.token, signal);
    switch (renewal) {
      case 'unreachable': {
        const failure = { why: 'notSent', detail: 'the sign-in could not be renewed' } as const;
        if (signal?.aborted !== true) setup.report(false, failureError(row, failure));
        return { is: 'failure', failure };
      }
      case 'refused':
        setup.signedOut();
        return first;
      case 'renewed': {
        const token = setup.tokens.current()?.token;
        if (token === undefined) return signedOut();
        const second = await setup.exchange.send(name, { ...options, token });
        witness(name, second);
        if (second.is === 'answer' && second.reply.status === 401) setup.signedOut();
        return second;
      }
    }
  };

  const paused = (name: EndpointName): AppError | null => {
    const pause = pauses.get(name);
    if (pause === undefined) return null;
    if (isOver(pause, setup.clock.now())) {
      pauses.delete(name);
      return null;
    }
    const waitMs = pause.untilMs - setup.clock.now();
    return fail({
      kind: 'server',
      code: 'http.rateLimited',
      message: `${endpoint(name).title}: the service asked to wait another ${Math.ceil(waitMs / 1000)} s.`,
      safe: 'What was read before is still here.',
      next: 'retry',
      status: 429,
    }).error;
  };

  const get = async (name: EndpointName, options: ReadOptions): Promise<Read> => {
    const row = endpoint(name);
    if (methodOf(row) !== 'GET') throw new Error(`${name} does not read`);
    const closed = setup.gate(name) ?? paused(name);
    if (closed !== null) return { ok: false, error: closed };
    const askedAt = setup.clock.now();
    let exchanged = await sendSigned(name, options);
    // A kept connection may have been closed under the request; a read is asked once more.
    if (
      exchanged.is === 'failure' &&
      exchanged.failure.why === 'broken' &&
      setup.gate(name) === null
    ) {
      exchanged = await sendSigned(name, options);
    }
    switch (exchanged.is) {
      case 'refused':
        return { ok: false, error: exchanged.error };
      case 'failure':
        return { ok: false, error: failureError(row, exchanged.failure) };
      case 'redirect':
        return { ok: false, error: redirectError(row, exchanged.reply, exchanged.to) };
      case 'answer': {
        const { reply } = exchanged;
        // Whether it tells of the time before or after a write of ours can't be known any more.
        if (setup.clock.now() < askedAt) return { ok: false, error: clockError(row) };
        if (reply.status >= 200 && reply.status < 300) return { ok: true, reply };
        if (reply.status === 429) {
          const waitMs = retryAfterMs(reply.headers, setup.clock);
          pauses.set(name, pauseOf(waitMs, setup.clock.now()));
        }
        return { ok: false, error: statusError(row, reply) };
      }
    }
  };

  const getChecked = async (
    name: ReadName,
    options: ReadOptions,
  ): Promise<Result<Checked & { reply: HttpReply }>> => {
    const read = await get(name, options);
    if (!read.ok) return read;
    const checked = await checkReply(setup.profile(), name, read.reply, options.params ?? {});
    if (!checked.ok) return checked;
    const { text, payload } = checked.value;
    const mine = name === 'getMe' ? setup.whose : undefined;
    const foreign = mine?.judge(text.slice(payload.start, payload.end)) ?? null;
    if (foreign !== null) return fail(foreign);
    return ok({ ...checked.value, reply: read.reply });
  };

  /** Asks who is signed in before something is changed, where that is known and was long ago. */
  const assure = async (signal: AbortSignal | undefined): Promise<void> => {
    if (setup.whose?.isDue() !== true || setup.gate('getMe') !== null) return;
    // An answer that names somebody else shuts the gate; without one the request itself will tell.
    await getChecked('getMe', signal === undefined ? {} : { signal });
  };

  const pageBody: ApiClient['pageBody'] = async (name, page, options = {}) => {
    const row = endpoint(name);
    const profile = setup.profile();
    const paged = row.reply === 'page';
    const asked = options.limit ?? profile.pageSize;
    const query: Query = { ...options.query };
    if (paged || page > 1) {
      query['page'] = String(page - 1 + profile.firstPage);
      query['limit'] = String(asked);
    }
    const read = await get(name, { ...options, query });
    if (!read.ok) return read;
    const { reply } = read;
    const { status, headers, body } = reply;
    if (looksLikeHtml(bodyStart(body, 1024))) return fail(htmlError(row, reply));
    const looked = await lookAt(body, mostRowsOf(row));
    if (!looked.ok) return fail(shapeError(row, reply, looked.why));
    const conclude = (
      { ids, root, text }: Pick<Checked, 'root' | 'text'> & { ids: readonly string[] },
      rowsText: () => string,
    ): { total: number | null; last: boolean } => {
      const total = countAt({ root, text }, profile.totals);
      const last = pages.isLast(JSON.stringify([name, options.params, options.query, asked]), {
        page,
        mark: () => markOf(ids, rowsText),
        rows: ids.length,
        asked,
        total,
        limit: countAt({ root, text }, profile.limits),
        whole: !paged && total === null,
      });
      return { total, last };
    };
    return ok({
      status,
      headers,
      bytes: body,
      places: placesOf(profile, name),
      lists: looked.shape.lists,
      conclude({ ids, around }) {
        const root = outlineNow(around);
        if (root === null) return fail(shapeError(row, reply, 'it is not valid JSON'));
        // Only rows without any id are told apart by their bytes.
        const mark = (): string => Buffer.from(body).toString('latin1');
        return ok(conclude({ ids, root, text: around }, mark));
      },
      async readRows(bytes) {
        const plain = { ...profile, envelopes: { ...profile.envelopes, [name]: [''] } };
        const rows = { ...reply, body: bytes };
        const checked = await checkReply(plain, name, rows, options.params ?? {});
        if (!checked.ok) return checked;
        const { text, path, payload } = checked.value;
        return ok({ text, path, ids: payload.ids });
      },
      async read(bytes) {
        const checked = await checkReply(
          profile,
          name,
          { ...reply, body: bytes },
          options.params ?? {},
        );
        if (!checked.ok) return checked;
        const { text, payload, root } = checked.value;
        const { ids } = payload;
        const told = conclude({ ids, root, text }, () => text.slice(payload.start, payload.end));
        return ok({ ...asReply({ ...checked.value, reply }), ids, ...told });
      },
    });
  };

  const asReply = (checked: Checked & { reply: HttpReply }): ApiReply => ({
    status: checked.reply.status,
    headers: checked.reply.headers,
    text: checked.text,
    path: checked.path,
  });

  return {
    async read(name, options = {}) {
      const checked = await getChecked(name, options);
      if (!checked.ok) return checked;
      const { text, payload, reply } = checked.value;
      setup.observe(name, reply.status, text.slice(payload.start, payload.end));
      return ok(asReply(checked.value));
    },

    async body(name, options = {}) {
      const read = await get(name, options);
      if (!read.ok) return read;
      const { status, headers, body } = read.reply;
      if (looksLikeHtml(bodyStart(body, 1024))) return fail(htmlError(endpoint(name), read.reply));
      setup.observe(name, status, null);
      return ok({ status, headers, bytes: body, places: placesOf(setup.profile(), name) });
    },

    async page(name, page, options = {}) {
      const body = await pageBody(name, page, options);
      return body.ok ? body.value.read(body.value.bytes) : body;
    },

    pageBody,

    async download(name, options = {}) {
      const read = await get(name, options);
      if (!read.ok) return read;
      return checkPdf(name, read.reply);
    },

    async mutate(name, options) {
      await assure(options.signal);
      const closed = setup.gate(name);
      if (closed !== null) {
        return closed.kind === 'auth' && closed.code !== OTHER_PERSON
          ? { is: 'signIn' }
          : { is: 'notSent', detail: closed.message };
      }
      if (options.signal?.aborted === true) return { is: 'notSent', detail: 'it was cancelled' };
      const row = endpoint(name);
      // Archive, restore and assignment carry an empty object, as other clients send it.
      const bodyText = options.bodyText ?? (methodOf(row) === 'DELETE' ? undefined : '{}');
      const profile = setup.profile();
      const exchanged = await sendSigned(name, {
        ...(options.params === undefined ? {} : { params: options.params }),
        ...(bodyText === undefined ? {} : { body: renameBody(profile, name, bodyText) }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      const outcome = await outcomeOf(profile, name, options.params ?? {}, exchanged, setup.clock);
      if (outcome.is !== 'uncertain') return outcome;
      // The beginning of a success that was none: its body came as data.
      const { text } = setup.redactor;
      return { ...outcome, detail: text(outcome.detail), body: text(outcome.body) };
    },
  };
}
