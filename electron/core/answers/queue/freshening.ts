import type { CollectContext } from './fetchAnswer.ts';

/** Facts of so many answers are worked out again at a time, when a form has changed. */
const FACTS_AT_ONCE = 50;

/** Works out the facts of answers whose form changed, a few at a time: no write of a person waits. */
export interface Freshening {
  start(): void;
  close(): Promise<void>;
}

export function createFreshening({ store }: Pick<CollectContext, 'store'>): Freshening {
  let running: Promise<void> | null = null;
  let closed = false;

  const all = async (): Promise<void> => {
    for (let left = 1; left > 0 && !closed;) {
      const done = await store.write('answers.refreshFacts', { limit: FACTS_AT_ONCE });
      if (!done.ok) return;
      left = done.value.left;
    }
  };

  return {
    start() {
      if (closed) return;
      running ??= all()
        .catch(() => undefined)
        .finally(() => {
          running = null;
        });
    },
    async close() {
      closed = true;
      await running;
    },
  };
}
