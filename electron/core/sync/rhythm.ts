import type { Result } from '../../../shared/result.ts';
import type { SyncContext } from './context.ts';
import { noteMistake } from './mistakes.ts';
import { POSITIONS_EVERY_MS } from './positions.ts';

/** How often due scans are looked for; a call of wake looks at once. */
const LOOK_EVERY_MS = 15_000;
/** While the reading of positions fails, it is tried again later and later, up to this. */
const LONGEST_PAUSE_MS = 60_000;

/** What is done again and again; neither runs twice at once. */
interface Doings {
  /** Reads whatever is due. */
  look(): Promise<unknown>;
  readPositions(): Promise<Result<unknown>>;
}

/** When lists are looked at and positions are read: by the clock of the ports, and when woken. */
export interface Rhythm {
  start(): void;
  /** Something changed: looks now rather than later. */
  wake(): void;
  /** Ends the timers; what is under way ends by the signal. */
  stop(): void;
  /** Once the reading of positions that is under way has ended. */
  rested(): Promise<void>;
}

/** Many desks that lost one service do not come back to it all at once. */
function pauseMs(failures: number, random: SyncContext['ports']['random']): number {
  if (failures === 0) return POSITIONS_EVERY_MS;
  const longest = Math.min(LONGEST_PAUSE_MS, POSITIONS_EVERY_MS * 2 ** failures);
  return longest * (0.5 + random.fraction() / 2);
}

/** A failure of what is done is a mistake of ours, and stops no timer. */
export function createRhythm(context: SyncContext, doings: Doings): Rhythm {
  const { connection, ports, signal } = context;
  let started = false;
  let looking = false;
  let cancelLook: (() => void) | null = null;
  let cancelPositions: (() => void) | null = null;
  let positionsRun: Promise<void> | null = null;
  /** Readings of positions that failed since the last one that did not. */
  let failures = 0;
  let stopListening: (() => void) | null = null;

  const look = (): void => {
    cancelLook?.();
    cancelLook = null;
    if (!started || signal.aborted) return;
    cancelLook = ports.clock.after(LOOK_EVERY_MS, look);
    if (looking || !connection.maySend()) return;
    looking = true;
    doings
      .look()
      .catch((error: unknown) => noteMistake(context, 'sync.failed', error))
      .finally(() => (looking = false));
  };

  const readPositions = (): void => {
    cancelPositions = null;
    if (positionsRun !== null) return;
    if (!connection.maySend()) return positionsIn(POSITIONS_EVERY_MS);
    positionsRun = doings
      .readPositions()
      .then(({ ok }) => {
        failures = ok ? 0 : failures + 1;
      })
      .catch((error: unknown) => {
        failures += 1;
        noteMistake(context, 'sync.positions', error);
      })
      .finally(() => {
        positionsRun = null;
        positionsIn(pauseMs(failures, ports.random));
      });
  };

  const positionsIn = (delayMs: number): void => {
    cancelPositions?.();
    cancelPositions = null;
    if (!started || signal.aborted) return;
    cancelPositions = ports.clock.after(delayMs, readPositions);
  };

  const wake = (): void => {
    if (!started) return;
    look();
    // Any news of the connection wakes: where positions fail, only that requests may leave again counts.
    if (positionsRun === null && failures === 0) positionsIn(0);
  };

  return {
    start() {
      if (started) return;
      started = true;
      let could = connection.maySend();
      stopListening = connection.onChange(() => {
        const can = connection.maySend();
        if (can && !could) {
          failures = 0;
          wake();
        }
        could = can;
      });
      wake();
    },
    wake,
    stop() {
      cancelLook?.();
      cancelPositions?.();
      stopListening?.();
    },
    async rested() {
      await positionsRun;
    },
  };
}
