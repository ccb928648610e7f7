import { MUTATION_TOTAL_MS } from '../../api/exchange.ts';
import type { Clock } from '../../ports.ts';

/** After this long the service has applied an uncertain request, or never will. */
export const REQUEST_WINDOW_MS = 2 * MUTATION_TOTAL_MS;

/**
 * Which requests have surely ended at the service. Timers tell, beside the computer's clock: an hour
 * by which that is set forward is no hour in which a request could end.
 */
export interface RequestWindows {
  /** A request of an op leaves now, or has left by now. */
  left(opId: string): void;
  /** It was answered, or never left. */
  ended(opId: string): void;
  /** Whether the settle window of an op's last request has passed while this process ran. */
  isOver(opId: string): boolean;
  /** Whether the last request of an op may still be on its way. */
  isUnderWay(opId: string, last: LastRequest): boolean;
  close(): void;
}

export interface LastRequest {
  /** When it left, ms since 1970. */
  sentAt: number;
  /** What it was answered with; null where nothing came. */
  lastStatus: number | null;
}

/** Stands for the requests of the process before this one, which may have left just before it ended. */
const EARLIER = 'earlier';

export function createRequestWindows(clock: Clock): RequestWindows {
  const sent = new Set<string>();
  const windows = new Map<string, () => void>();
  const begin = (key: string): void => {
    windows.get(key)?.();
    windows.set(
      key,
      clock.after(REQUEST_WINDOW_MS, () => windows.delete(key)),
    );
  };
  begin(EARLIER);
  return {
    left(opId) {
      sent.add(opId);
      begin(opId);
    },
    ended(opId) {
      sent.delete(opId);
      windows.get(opId)?.();
      windows.delete(opId);
    },
    isOver: (opId) => !windows.has(sent.has(opId) ? opId : EARLIER),
    isUnderWay(opId, { sentAt, lastStatus }) {
      if (sent.has(opId)) return windows.has(opId);
      // Of an earlier process only the answer tells: a gateway's 504 ends nothing.
      const wasDone = lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
      return !wasDone && windows.has(EARLIER) && sentAt > clock.now() - REQUEST_WINDOW_MS;
    },
    close() {
      for (const cancel of windows.values()) cancel();
      windows.clear();
    },
  };
}
