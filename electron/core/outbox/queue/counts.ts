import { NEEDS_YOU_STATES, WAITING_STATES } from '../../../../shared/rules/opStates.ts';
import type { OpState } from '../../../../shared/rules/opStates.ts';
import type { Store } from '../../database.ts';

/** How many ops are in each state, and how many settled ones may have made duplicates. */
export interface Counts {
  byState: Record<string, number>;
  duplicates: number;
}

export async function countsOf(store: Store): Promise<Counts> {
  const [byState, duplicates] = await Promise.all([
    store.read('outbox.counts', null),
    store.read('outbox.duplicates', null),
  ]);
  return { byState, duplicates };
}

/** Ops that wait, and ops that wait for a person. */
export function summary({ byState, duplicates }: Counts): { waiting: number; needsYou: number } {
  const sum = (states: readonly OpState[]): number =>
    states.reduce((all, state) => all + (byState[state] ?? 0), 0);
  return {
    waiting: sum(WAITING_STATES),
    needsYou: sum(NEEDS_YOU_STATES) + duplicates,
  };
}
