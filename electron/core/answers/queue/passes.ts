import type { CollectContext } from './fetchAnswer.ts';
import type { Fetches } from './fetches.ts';
import type { Holds } from './holds.ts';

/** Answers that are read at once: a service has others to serve. */
export const AT_ONCE = 2;
/** The longest that it sleeps while answers wait. */
const LONGEST_SLEEP_MS = 15_000;

/** Looks for answers that may be asked for, again and again while some wait. */
export interface Passes {
  start(): void;
  /** Looks now; a wish that comes while it looks makes it look once more. */
  look(): void;
  close(): Promise<void>;
}

export function createPasses(
  context: CollectContext,
  holds: Holds,
  fetches: () => Fetches,
): Passes {
  const { store } = context;
  const { clock, log } = context.ports;
  let started = false;
  let closed = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let cancelTimer: (() => void) | null = null;

  const sleep = (ms: number): void => {
    cancelTimer?.();
    cancelTimer = closed ? null : clock.after(ms, look);
  };

  /** Begins what may be; whether answers wait or are being read. */
  const begin = async (): Promise<boolean> => {
    const busy = fetches().ids();
    const free = (holds.failing ? 1 : AT_ONCE) - busy.length;
    if (holds.now() !== null || free <= 0) return true;
    const next = await store.read('answers.next', { exclude: busy, limit: free });
    // The connection may have changed while the database was asked.
    if (!closed && holds.now() === null) for (const wanted of next) fetches().begin(wanted);
    return busy.length > 0 || next.length > 0;
  };

  const pass = async (): Promise<void> => {
    const waiting = await begin();
    cancelTimer?.();
    cancelTimer = null;
    if (!waiting) return;
    const leftMs = holds.leftMs();
    sleep(leftMs > 0 ? Math.min(leftMs, LONGEST_SLEEP_MS) : LONGEST_SLEEP_MS);
  };

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
        sleep(LONGEST_SLEEP_MS);
      })
      .finally(() => {
        looking = null;
        if (!lookAgain) return;
        lookAgain = false;
        look();
      });
  };

  return {
    start() {
      started = true;
    },
    look,
    async close() {
      closed = true;
      cancelTimer?.();
      await looking;
    },
  };
}
