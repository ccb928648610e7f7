import type { AppError } from '../../../../shared/result.ts';
import type { AccountBase } from '../../account.ts';
import { OTHER_RECORD } from '../../api/whichRecord.ts';
import type { RequestWindows } from './requestWindows.ts';

/** What the outbox needs of the account; nothing of it needs the outbox. */
export interface OutboxContext extends Pick<
  AccountBase,
  'ports' | 'store' | 'api' | 'connection' | 'emit'
> {
  /** Ends requests when the account closes; a mutation that it cuts off is uncertain. */
  signal: AbortSignal;
  requestWindows: RequestWindows;
  /**
   * Ids of new records that the service answered with, by the creates' ops, until that is on the disk. One
   * that is full takes it later: nobody else would know of a record that is deleted meanwhile.
   */
  answers: Map<string, string>;
}

/** Between two complete lists that look for an uncertain create. */
export const LOOK_AGAIN_MS = 5_000;
/** Complete lists without a match before a create counts as absent. */
export const ABSENCES = 3;
/** POSTs of one create without asking a person. */
export const AUTOMATIC_POSTS = 2;
/** Ops older than this ask once before they leave. */
export const OLD_MS = 7 * 24 * 3_600_000;
/** How long a permanent delete can still be taken back. */
export const GRACE_MS = 10_000;
/** The longest pause that a service may ask for. */
export const RATE_LIMIT_MS = 3_600_000;

/** What a step of sending or verifying means for the whole queue. */
export type Step =
  /** The op moved, or found itself overtaken. */
  | { is: 'done' }
  /** It waits for another one, and is looked at again after so long. */
  | { is: 'backOff'; ms: number }
  /** Nothing can be sent for a while: no network, no sign-in, a full disk, a rate limit. */
  | { is: 'backoff'; why: 'offline' | 'signIn' | 'rateLimit' | 'disk'; ms: number | null };

export const DONE: Step = { is: 'done' };

/** The pause that a failed read means for the queue; null where only this op is concerned. */
export function backoffFor(error: AppError): Step | null {
  switch (error.kind) {
    case 'offline':
      return { is: 'backoff', why: 'offline', ms: null };
    case 'auth':
      return { is: 'backoff', why: 'signIn', ms: null };
    case 'local':
      return { is: 'backoff', why: 'disk', ms: null };
    default:
      return error.status === 429 ? { is: 'backoff', why: 'rateLimit', ms: null } : null;
  }
}

/** So many answers in a row about another record than the one asked for, then a person is asked. */
export const MIX_UPS = 5;

/** The service answered with another record than the one that was asked for. */
export function isMixedUp(error: AppError): boolean {
  return error.code === OTHER_RECORD;
}

/**
 * Whether it stays open who is signed in: no answer came, or it names somebody else. A role that may not ask
 * was answered.
 */
export function couldNotBeAsked({ kind }: AppError): boolean {
  return kind !== 'denied';
}

/** No list of the service proves to be complete. */
export const INCOMPLETE_LIST = 'outbox.incompleteList';

/** The record is not at the service. */
export function isGone(error: AppError): boolean {
  return error.status === 404 || error.status === 410;
}
