import type { Clock, Http } from '../../electron/core/ports.ts';

/** Time that leaps over waits: for a whole core over real sockets. */
export interface LeapingClock extends Clock {
  /** The same network; time does not leap while a request is under way. */
  watch(http: Http): Http;
  /** Ends it: nothing that waits is run any more. */
  close(): void;
}

/** Nothing was under way for so long: time may leap, ms of the computer's time. */
const IDLE_MS = 5;
const BEAT_MS = 2;

/**
 * Time that passes as on the computer while something is under way, and else leaps to what is due
 * next. Unlike time that merely runs faster it lets nothing time out on a slow computer.
 */
export function leapingClock(): LeapingClock {
  const timers = new Set<{ at: number; run: () => void }>();
  let aheadMs = 0;
  let underWay = 0;
  let idleSince = performance.now();
  const now = (): number => Date.now() + aheadMs;
  const runDue = (): void => {
    const due = [...timers].filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at);
    for (const timer of due) {
      if (!timers.delete(timer)) continue;
      idleSince = performance.now();
      timer.run();
    }
  };
  const beat = setInterval(() => {
    runDue();
    if (underWay > 0) idleSince = performance.now();
    if (timers.size === 0 || performance.now() - idleSince <= IDLE_MS) return;
    const next = Math.min(...[...timers].map(({ at }) => at));
    aheadMs += Math.max(0, next - now());
    runDue();
  }, BEAT_MS);
  return {
    now,
    after(delayMs, run) {
      const timer = { at: now() + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    watch: (http) => ({
      close: () => http.close(),
      async send(request) {
        underWay += 1;
        try {
          return await http.send(request);
        } finally {
          underWay -= 1;
          idleSince = performance.now();
        }
      },
    }),
    close() {
      clearInterval(beat);
      timers.clear();
    },
  };
}
