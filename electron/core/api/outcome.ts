import { endpoint, type WriteName } from '../../../shared/api/catalogue.ts';
import type { Clock, HttpReply } from '../ports.ts';
import { bodyStart, redirectError, statusError } from './errors.ts';
import type { Exchanged } from './exchange.ts';
import type { Profile } from './profile.ts';
import { checkReply } from './reply.ts';
import type { MutationOutcome, Params } from './types.ts';

const DEFAULT_WAIT_MS = 30_000;
const LEAST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Statuses that say that nothing was applied, by RFC 9110, 4918 (423), 6585 (428, 431) and 7725 (451). Of 406
 * and 408 that is not said, nor of 410: a copy may have been first. 403 is checked against the identity by the caller.
 */
const REJECTED = new Set([
  ...[400, 402, 403, 404, 405, 409, 411, 412, 413, 414, 415, 417],
  ...[421, 422, 423, 426, 428, 431, 451],
]);

/** A date of HTTP begins with the name of a day (RFC 9110, section 5.6.7). */
const IS_DATE = /^[a-z]{3,9}, ?\d|^[a-z]{3} [a-z]{3} /i;

/**
 * How long to wait by `Retry-After` (seconds or a date), between a second and an hour. A date is meant by the
 * service's clock, which its `Date` tells; this computer's may be hours off.
 */
export function retryAfterMs(headers: Record<string, string>, clock: Clock): number {
  const value = headers['retry-after']?.trim() ?? '';
  const saidMs = Date.parse(headers['date'] ?? '');
  const nowMs = Number.isNaN(saidMs) ? clock.now() : saidMs;
  const untilMs = IS_DATE.test(value) ? Date.parse(value) : NaN;
  const asked = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : untilMs - nowMs;
  if (Number.isNaN(asked)) return DEFAULT_WAIT_MS;
  return Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, asked));
}

function uncertain(detail: string, reply: HttpReply | null): MutationOutcome {
  return {
    is: 'uncertain',
    status: reply?.status ?? null,
    detail,
    body: reply === null ? '' : bodyStart(reply.body),
  };
}

/**
 * Judges how a mutation ended, by the status, the origin and (for a success) the shape of the
 * body, never by what an error body says. A success that is about another record than `params` named
 * is none. A 401 is the caller's: it refreshes first.
 */
export async function outcomeOf(
  profile: Profile,
  name: WriteName,
  params: Params,
  exchanged: Exchanged,
  clock: Clock,
): Promise<MutationOutcome> {
  const row = endpoint(name);
  switch (exchanged.is) {
    case 'refused':
      return { is: 'rejected', status: 0, error: exchanged.error, body: '' };
    case 'failure':
      return exchanged.failure.why === 'notSent'
        ? {
            is: 'notSent',
            detail: exchanged.failure.detail,
            wasRefused: exchanged.wasRefused === true,
          }
        : uncertain(exchanged.failure.detail, null);
    case 'redirect':
      return uncertain(redirectError(row, exchanged.reply, exchanged.to).message, exchanged.reply);
    case 'answer':
      break;
  }
  const { reply } = exchanged;
  if (reply.status >= 200 && reply.status < 300) {
    const checked = await checkReply(profile, name, reply, params);
    if (!checked.ok) return uncertain(checked.error.message, reply);
    const { text, path } = checked.value;
    return { is: 'applied', reply: { status: reply.status, headers: reply.headers, text, path } };
  }
  if (reply.status === 401) return { is: 'signIn', wasRefused: exchanged.unsent !== true };
  if (reply.status === 429) {
    return { is: 'rateLimited', waitMs: retryAfterMs(reply.headers, clock), status: reply.status };
  }
  const error = statusError(row, reply);
  if (REJECTED.has(reply.status)) {
    return { is: 'rejected', status: reply.status, error, body: bodyStart(reply.body) };
  }
  return uncertain(error.message, reply);
}
