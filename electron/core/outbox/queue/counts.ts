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
  const of = (state: string): number => byState[state] ?? 0;
  return {
    waiting: of('QUEUED') + of('SENDING') + of('UNCERTAIN') + of('VERIFYING'),
    needsYou: of('NEEDS_USER') + of('REJECTED') + duplicates,
  };
}
