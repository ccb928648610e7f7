import type { Clock } from '../ports.ts';

/** Longer timers overflow in Node and would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's clock. Its timers never keep the process alive. */
export function systemClock(): Clock {
  return {
    // eslint-disable-next-line waybill/given-ports -- this is the port's own implementation
    now: () => Date.now(),
    after(delayMs, run) {
      const timer = setTimeout(run, Math.min(LONGEST_MS, Math.max(0, delayMs)));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
