/** The states of a write, and what each means to a person; the transitions are the core's. */
const GROUPS = {
  QUEUED: 'waiting',
  SENDING: 'waiting',
  UNCERTAIN: 'waiting',
  VERIFYING: 'waiting',
  REJECTED: 'needsYou',
  NEEDS_USER: 'needsYou',
  CONFIRMED: 'settled',
  CANCELLED: 'settled',
  DISCARDED: 'settled',
} as const;

export type OpState = keyof typeof GROUPS;
export type OpGroup = (typeof GROUPS)[OpState];

export const OP_STATES = Object.keys(GROUPS) as OpState[];

function statesIn(...groups: readonly OpGroup[]): readonly OpState[] {
  return OP_STATES.filter((state) => groups.includes(GROUPS[state]));
}

/** The write goes on by itself. */
export const WAITING_STATES = statesIn('waiting');
/** A person has to decide. */
export const NEEDS_YOU_STATES = statesIn('needsYou');
/** It has ended. */
export const SETTLED_STATES = statesIn('settled');
/** It still shows on its record and holds its lanes. */
export const OPEN_STATES = statesIn('waiting', 'needsYou');

export function isOpen(state: OpState): boolean {
  return GROUPS[state] !== 'settled';
}
