import type { OpState } from '../../../../shared/rules/opStates.ts';

/**
 * The life of a write. QUEUED means that nothing of it is applied; SENDING is durable before the
 * first byte leaves; UNCERTAIN is never sent again before it was verified.
 */
export const TRANSITIONS: Readonly<Record<OpState, readonly OpState[]>> = {
  QUEUED: ['SENDING', 'CANCELLED', 'CONFIRMED', 'NEEDS_USER'],
  SENDING: ['CONFIRMED', 'UNCERTAIN', 'REJECTED', 'QUEUED'],
  // VERIFYING falls back to UNCERTAIN when the service can't be asked, or the app stops.
  UNCERTAIN: ['VERIFYING'],
  VERIFYING: ['CONFIRMED', 'QUEUED', 'NEEDS_USER', 'UNCERTAIN'],
  REJECTED: ['NEEDS_USER'],
  NEEDS_USER: ['QUEUED', 'VERIFYING', 'CONFIRMED', 'DISCARDED'],
  CONFIRMED: [],
  CANCELLED: [],
  // A discard can be taken back.
  DISCARDED: ['NEEDS_USER'],
};

/** Nothing of it is under way, and it goes on by itself: due, paused or held. */
export const IDLE_STATES: readonly OpState[] = ['QUEUED', 'UNCERTAIN'];
/** Nothing of it is under way: a person may still change it. */
export const CHANGEABLE_STATES: readonly OpState[] = [...IDLE_STATES, 'NEEDS_USER'];

export function isLegal(from: OpState, to: OpState): boolean {
  return TRANSITIONS[from].includes(to);
}
