import type { Collecting } from '../../../../shared/ipc/answers.ts';
import { NO_PAUSE, isOver, pauseOf } from '../../pause.ts';
import type { Pause } from '../../pause.ts';
import type { Collector } from '../collector.ts';
import type { Wanted } from '../store/wanted.ts';
import { fetchAnswer } from './fetchAnswer.ts';
import type { CollectContext, Fetched } from './fetchAnswer.ts';

/** Answers that are read at once: a service has others to serve. */
export const AT_ONCE = 2;
/** Tries of one answer while the service fails. */
export const MOST_TRIES = 4;
/** The longest that it sleeps while answers wait. */
const LONGEST_SLEEP_MS = 15_000;
/** After the service asked to wait, or failed: this long, twice as long each time, up to the most. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** The desk is told of progress at most this often. */
const TELL_MS = 200;
/** Facts of so many answers are worked out again at a time, when a form has changed. */
const FACTS_AT_ONCE = 50;

type Held = Exclude<Collecting['held'], null>;

/** Fetches what was asked for, a few at a time, as far as network, sign-in and service allow. */
export function createCollector(context: CollectContext): Collector {
  const { store, connection, emit } = context;
  const { clock, log } = context.ports;
  const ending = new AbortController();
  const busy = new Map<string, { request: string; stop: AbortController; done: Promise<void> }>();
  const stops: (() => void)[] = [];
  let started = false;
  let closed = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let cancelTimer: (() => void) | null = null;
  let cancelTelling: (() => void) | null = null;
  let freshening: Promise<void> | null = null;
  /** Pauses in a row, until when the present one lasts, and why. */
  let failures = 0;
  let pause: Pause = NO_PAUSE;
  let heldBy: Held | null = null;

  const heldByConnection = (): Held | null => {
    if (!connection.signedIn()) return 'signedOut';
    return connection.maySend() ? null : 'offline';
  };
  const held = (): Held | null =>
    heldByConnection() ?? (isOver(pause, clock.now()) ? null : heldBy);

  const current = async (): Promise<Collecting> => {
    const requests = await store.read('answers.requests', {});
    const sum = (of: 'waiting' | 'had' | 'failed'): number =>
      requests.reduce((all, request) => all + request[of], 0);
    const waits = requests.filter(({ waiting }) => waiting > 0);
    const paused = waits.length > 0 && waits.every(({ state }) => state === 'paused');
    return {
      ...{ waiting: sum('waiting'), had: sum('had'), failed: sum('failed') },
      busy: busy.size,
      held: waits.length === 0 ? null : paused ? 'paused' : held(),
    };
  };

  const tell = (): void => {
    if (cancelTelling !== null || closed) return;
    cancelTelling = clock.after(TELL_MS, () => {
      cancelTelling = null;
      void current()
        .then((payload) => {
          if (!closed) emit({ name: 'answers', payload });
        })
        .catch(() => undefined);
    });
  };

  const holdOn = (why: Held): void => {
    failures += 1;
    heldBy = why;
    pause = pauseOf(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), clock.now());
  };

  const settle = async (
    id: string,
    state: 'waiting' | 'had' | 'failed',
    fetched: Fetched,
  ): Promise<void> => {
    const error = 'error' in fetched ? JSON.stringify(fetched.error) : null;
    const tried = fetched.is !== 'hold';
    const settled = await store.write('answers.settle', {
      ...{ id, state, error, tried, at: clock.now() },
    });
    if (!settled.ok) holdOn('disk');
  };

  const learn = async (wanted: Wanted, fetched: Fetched): Promise<void> => {
    switch (fetched.is) {
      case 'had':
        failures = 0;
        return settle(wanted.id, 'had', fetched);
      case 'failed':
        failures = 0;
        return settle(wanted.id, 'failed', fetched);
      case 'again':
        holdOn('service');
        return settle(wanted.id, wanted.attempts + 1 >= MOST_TRIES ? 'failed' : 'waiting', fetched);
      case 'hold':
        holdOn(fetched.why);
    }
  };

  const run = async (wanted: Wanted, stop: AbortController): Promise<void> => {
    try {
      const fetched = await fetchAnswer(context, wanted, stop.signal);
      if (!stop.signal.aborted) await learn(wanted, fetched);
    } catch (error) {
      // A database that is closing, or a mistake of ours: the answer still waits.
      if (!closed) {
        log.write('error', 'answers.fetch', { error: error instanceof Error ? error.name : '' });
        holdOn('disk');
      }
    } finally {
      busy.delete(wanted.id);
      tell();
      look();
    }
  };

  const begin = (wanted: Wanted): void => {
    const stop = new AbortController();
    ending.signal.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    const { id, request } = wanted;
    busy.set(id, { request, stop, done: run(wanted, stop) });
  };

  const pass = async (): Promise<void> => {
    const free = (failures > 0 ? 1 : AT_ONCE) - busy.size;
    let waiting = busy.size > 0;
    if (held() === null && free > 0) {
      const next = await store.read('answers.next', { exclude: [...busy.keys()], limit: free });
      waiting ||= next.length > 0;
      // The connection may have changed while the database was asked.
      if (!closed && held() === null) for (const wanted of next) begin(wanted);
    } else waiting = true;
    cancelTimer?.();
    cancelTimer = null;
    if (closed || !waiting) return;
    const leftMs = pause.untilMs - clock.now();
    cancelTimer = clock.after(
      leftMs > 0 ? Math.min(leftMs, LONGEST_SLEEP_MS) : LONGEST_SLEEP_MS,
      look,
    );
  };

  /** One pass at a time; a wish that comes meanwhile makes another one. */
  const look = (): void => {
    if (closed || !started) return;
    if (looking !== null) {
      lookAgain = true;
      return;
    }
    looking = pass()
      .catch((error: unknown) => {
        if (closed) return;
        log.write('error', 'answers.pass', { error: error instanceof Error ? error.name : '' });
        cancelTimer?.();
        cancelTimer = clock.after(LONGEST_SLEEP_MS, look);
      })
      .finally(() => {
        looking = null;
        if (!lookAgain) return;
        lookAgain = false;
        look();
      });
  };

  /** Facts of answers whose form changed, a few at a time, so that no write of a person waits. */
  const freshen = (): void => {
    if (freshening !== null || closed) return;
    const all = async (): Promise<void> => {
      for (let left = 1; left > 0 && !closed;) {
        const done = await store.write('answers.refreshFacts', { limit: FACTS_AT_ONCE });
        if (!done.ok) return;
        left = done.value.left;
      }
    };
    freshening = all()
      .catch(() => undefined)
      .finally(() => {
        freshening = null;
      });
  };

  return {
    start() {
      if (started || closed) return;
      started = true;
      stops.push(
        store.onChange((changes) => {
          if (changes.some(({ entity }) => entity === 'form')) freshen();
        }),
        connection.onChange(look),
      );
      freshen();
      void store
        .write('answers.reconcile', {})
        .then(() => {
          tell();
          look();
        })
        .catch(() => undefined);
    },
    hint() {
      if (heldBy !== 'rateLimit') pause = NO_PAUSE;
      look();
    },
    changed() {
      void (async () => {
        const open = new Set(
          (await store.read('answers.requests', {}))
            .filter(({ state }) => state === 'open')
            .map(({ id }) => id),
        );
        for (const { request, stop } of busy.values()) if (!open.has(request)) stop.abort();
        tell();
        look();
      })().catch(() => undefined);
    },
    current,
    async close() {
      closed = true;
      for (const stop of stops) stop();
      cancelTimer?.();
      cancelTelling?.();
      ending.abort();
      await looking;
      await freshening;
      await Promise.all([...busy.values()].map(({ done }) => done));
    },
  };
}
