import type { Output } from '../bridge.ts';
import { text } from '../text/en.ts';

export type StateOf = Output<'review.setup'>['states'][number];

const words = text.review;

/** What a state is called: as the account calls it, else by the desk's own word. */
export function stateName(state: StateOf | undefined, id: string): string {
  if (state !== undefined && state.name !== '') return state.name;
  switch (id) {
    case 'todo':
    case 'approved':
    case 'followUp':
    case 'rejected':
      return words.states[id];
    default:
      // Verdicts stay where their state was removed.
      return state === undefined ? words.removedState : words.setup.fresh;
  }
}

/**
 * A state that an account adds. Its id was never another one's, here or where a file of reviews comes from:
 * verdicts that were made with a state that is gone must not take on its name.
 */
export function freshState(): StateOf {
  return { id: `own-${crypto.randomUUID()}`, name: words.setup.fresh, colour: 'blue' };
}

/** The names of all states, by their ids. */
export function stateNames(states: readonly StateOf[]): Record<string, string> {
  return Object.fromEntries(states.map((state) => [state.id, stateName(state, state.id)] as const));
}
