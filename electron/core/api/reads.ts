import { endpoint, type EndpointName, type ReadName } from '../../../shared/api/catalogue.ts';
import { methodOf } from '../../../shared/api/endpoint.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { fail, ok } from '../../../shared/result.ts';
import { isOver, backoffOf } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import type { HttpReply } from '../ports.ts';
import type { ClientSetup } from './clientSetup.ts';
import { clockError, failureError, redirectError, statusError } from './errors.ts';
import type { Exchanged } from './exchange.ts';
import { retryAfterMs } from './outcome.ts';
import { checkReply, type Checked } from './reply.ts';
import { sendSigned } from './signedSend.ts';
import type { ReadOptions } from './types.ts';
import { isSuccess } from './witness.ts';

/** An answer that may be believed as far as its status goes. */
export type Read = { ok: true; reply: HttpReply } | { ok: false; error: AppError };

/** An answer whose body was looked into. */
export type CheckedReply = Checked & { reply: HttpReply };

export interface Reads {
  /** The answer as it came. Errors: those of the gate, of the network and of the status. */
  get(name: EndpointName, options: ReadOptions): Promise<Read>;
  /** The same with its payload found; `/me` has to name whose account it is. */
  getChecked(name: ReadName, options: ReadOptions): Promise<Result<CheckedReply>>;
}

/** A service that is down says when it will be back by guess: it is looked for no later than this. */
const LONGEST_DOWN_MS = 60_000;

/** How long the service asks to be left alone; null where it does not ask for it. */
function askedToWaitMs({ status, headers }: HttpReply, clock: ClientSetup['clock']): number | null {
  if (status === 429) return retryAfterMs(headers, clock);
  if (status !== 503 || headers['retry-after'] === undefined) return null;
  return Math.min(LONGEST_DOWN_MS, retryAfterMs(headers, clock));
}

/** Endpoints that are left alone because the service asked for it. */
function createBackoffs({ clock }: Pick<ClientSetup, 'clock'>): {
  /** Why this one is left alone now; null where it is not. */
  of(name: EndpointName): AppError | null;
  set(name: EndpointName, ms: number, status: number): void;
} {
  const backoffs = new Map<EndpointName, Backoff & { status: number }>();
  return {
    of(name) {
      const backoff = backoffs.get(name);
      if (backoff === undefined) return null;
      if (isOver(backoff, clock.now())) {
        backoffs.delete(name);
        return null;
      }
      const waitMs = backoff.untilMs - clock.now();
      return fail({
        kind: 'server',
        code: 'http.rateLimited',
        message: `${endpoint(name).title}: the service asked to wait another ${Math.ceil(waitMs / 1000)} s.`,
        safe: 'What was read before is still here.',
        next: 'retry',
        status: backoff.status,
      }).error;
    },
    set: (name, ms, status) => void backoffs.set(name, { ...backoffOf(ms, clock.now()), status }),
  };
}

/** A kept connection may have been closed under the request; one whose time was over has had it. */
function isBroken(exchanged: Exchanged): boolean {
  if (exchanged.is !== 'failure') return false;
  const { failure } = exchanged;
  return failure.why === 'broken' && failure.timedOut !== true;
}

export function createReads(setup: ClientSetup): Reads {
  const { clock, gate } = setup;
  const backoffs = createBackoffs(setup);

  const get: Reads['get'] = async (name, options) => {
    const row = endpoint(name);
    if (methodOf(row) !== 'GET') throw new Error(`${name} does not read`);
    const closed = gate(name) ?? backoffs.of(name);
    if (closed !== null) return { ok: false, error: closed };
    const askedAt = clock.now();
    const first = await sendSigned(setup, name, options);
    const again = isBroken(first) && gate(name) === null;
    const exchanged = again ? await sendSigned(setup, name, options) : first;
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
        if (clock.now() < askedAt) return { ok: false, error: clockError(row) };
        if (isSuccess(reply)) return { ok: true, reply };
        const waitMs = askedToWaitMs(reply, clock);
        if (waitMs !== null) backoffs.set(name, waitMs, reply.status);
        return { ok: false, error: statusError(row, reply) };
      }
    }
  };

  return {
    get,
    async getChecked(name, options) {
      const read = await get(name, options);
      if (!read.ok) return read;
      const checked = await checkReply(setup.profile(), name, read.reply, options.params ?? {});
      if (!checked.ok) return checked;
      const { text, payload } = checked.value;
      const mine = name === 'getMe' ? setup.whose : undefined;
      const foreign = mine?.judge(text.slice(payload.start, payload.end)) ?? null;
      return foreign === null ? ok({ ...checked.value, reply: read.reply }) : fail(foreign);
    },
  };
}
