import type { Collector } from '../collector.ts';
import type { CollectContext } from './fetchAnswer.ts';
import { createFetches, type Fetches } from './fetches.ts';
import { createFreshening } from './freshening.ts';
import { Holds } from './holds.ts';
import { createPasses } from './passes.ts';
import { createProgress } from './progress.ts';

/** Fetches what was asked for, a few at a time, as far as network, sign-in and service allow. */
export function createCollector(context: CollectContext): Collector {
  const { store, connection } = context;
  const holds = new Holds(context);
  const stops: (() => void)[] = [];
  let started = false;
  let closed = false;
  const passes = createPasses(context, holds, () => fetches);
  const progress = createProgress(context, () => ({
    busy: fetches.ids().length,
    held: holds.now(),
  }));
  const freshening = createFreshening(context);
  const lookAndTell = (): void => {
    progress.tell();
    passes.look();
  };
  const fetches: Fetches = createFetches(context, holds, lookAndTell);

  const cutOffClosed = async (): Promise<void> => {
    const requests = await store.read('answers.requests', {});
    const open = new Set(requests.filter(({ state }) => state === 'open').map(({ id }) => id));
    fetches.cutOff((request) => !open.has(request));
    lookAndTell();
  };

  return {
    start() {
      if (started || closed) return;
      started = true;
      passes.start();
      stops.push(
        store.onChange((changes) => {
          if (changes.some(({ entity }) => entity === 'form')) freshening.start();
        }),
        connection.onChange(passes.look),
      );
      freshening.start();
      void store
        .write('answers.reconcile', {})
        .then(lookAndTell)
        .catch(() => undefined);
    },
    wake() {
      holds.wake();
      passes.look();
    },
    changed() {
      void cutOffClosed().catch(() => undefined);
    },
    current: progress.current,
    async close() {
      closed = true;
      for (const stop of stops) stop();
      progress.close();
      await Promise.all([passes.close(), fetches.close(), freshening.close()]);
    },
  };
}
