import { OWN_MISTAKE } from '../../refusals.ts';
import type { Wanted } from '../store/wanted.ts';
import { fetchAnswer } from './fetchAnswer.ts';
import type { CollectContext, Fetched } from './fetchAnswer.ts';
import type { Holds } from './holds.ts';

/** Tries of one answer while the service fails. */
export const MOST_TRIES = 4;

/** Answers that are being read. */
export interface Fetches {
  /** Their ids. */
  ids(): string[];
  begin(wanted: Wanted): void;
  /** Cuts off those of requests for which this holds. */
  cutOff(request: (id: string) => boolean): void;
  /** Cuts all off and waits for them. */
  close(): Promise<void>;
}

interface Running {
  request: string;
  stop: AbortController;
  done: Promise<void>;
}

/** What becomes of a wanted answer; null where nothing is written down of this try. */
function stateAfter(wanted: Wanted, fetched: Fetched): 'waiting' | 'had' | 'failed' | null {
  switch (fetched.is) {
    case 'had':
    case 'failed':
      return fetched.is;
    case 'again':
      return wanted.attempts + 1 >= MOST_TRIES ? 'failed' : 'waiting';
    case 'hold':
      return null;
  }
}

/** @param ended called when one has ended, however it did */
export function createFetches(context: CollectContext, holds: Holds, ended: () => void): Fetches {
  const { store } = context;
  const { clock, log } = context.ports;
  const running = new Map<string, Running>();
  /** Answers whose handling threw. */
  const stumbled = new Set<string>();
  let closed = false;

  const learn = async (wanted: Wanted, fetched: Fetched): Promise<void> => {
    if (fetched.is === 'had' || fetched.is === 'failed') holds.succeeded();
    else holds.add(fetched.is === 'hold' ? fetched.why : 'service');
    const state = stateAfter(wanted, fetched);
    if (state === null) return;
    const error = 'error' in fetched ? JSON.stringify(fetched.error) : null;
    const finished = await store.write('answers.finish', {
      ...{ id: wanted.id, state, error, tried: true, at: clock.now(), served: wanted },
    });
    if (!finished.ok) holds.add('disk');
  };

  /** A database that is closing, or a mistake of ours: the answer waits once, then the others go on without it. */
  const threw = async (wanted: Wanted, error: unknown): Promise<void> => {
    if (closed) return;
    log.write('error', 'answers.fetch', { error: error instanceof Error ? error.name : '' });
    const isFirst = !stumbled.has(wanted.id);
    stumbled.add(wanted.id);
    if (isFirst) holds.add('disk');
    else
      await learn(wanted, { is: 'failed', error: OWN_MISTAKE.error }).catch(() =>
        holds.add('disk'),
      );
  };

  const run = async (wanted: Wanted, { signal }: AbortController): Promise<void> => {
    try {
      const fetched = await fetchAnswer(context, wanted, signal);
      if (!signal.aborted) await learn(wanted, fetched);
    } catch (error) {
      await threw(wanted, error);
    } finally {
      running.delete(wanted.id);
      ended();
    }
  };

  return {
    ids: () => [...running.keys()],
    begin(wanted) {
      const stop = new AbortController();
      running.set(wanted.id, { request: wanted.request, stop, done: run(wanted, stop) });
    },
    cutOff(of) {
      for (const { request, stop } of running.values()) if (of(request)) stop.abort();
    },
    async close() {
      closed = true;
      const all = [...running.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
