import type { OpState } from '../../../shared/ipc/shapes.ts';
import type { Model } from '../model.ts';

/** The moves of the protocol, written down a second time: the core's own table is under test. */
const MOVES: Readonly<Record<OpState, readonly OpState[]>> = {
  QUEUED: ['SENDING', 'CANCELLED', 'CONFIRMED', 'NEEDS_USER'],
  SENDING: ['CONFIRMED', 'UNCERTAIN', 'REJECTED', 'QUEUED'],
  UNCERTAIN: ['VERIFYING'],
  VERIFYING: ['CONFIRMED', 'QUEUED', 'NEEDS_USER', 'UNCERTAIN'],
  REJECTED: ['NEEDS_USER'],
  NEEDS_USER: ['QUEUED', 'VERIFYING', 'CONFIRMED', 'DISCARDED'],
  CONFIRMED: [],
  CANCELLED: [],
  DISCARDED: ['NEEDS_USER'],
};

/** I13: only the listed transitions, each from where the one before led. */
export function legal(model: Model): void {
  const state = new Map<string, OpState>();
  for (const { op_id: id, from_state: from, to_state: to } of model.moves) {
    const before = state.get(id) ?? null;
    state.set(id, to);
    if (from === null || from === to) continue;
    if (!MOVES[from].includes(to)) model.fault('I13', `${id} went from ${from} to ${to}`);
    // A lost database takes histories along; what follows begins where the journal ended.
    if (before !== null && before !== from && !model.lostHistory) {
      model.fault('I13', `${id} was ${before} and left ${from}`);
    }
  }
}
