import type { Clock } from '../../electron/core/ports.ts';

export interface VirtualClock extends Clock {
  /** Lets time pass and runs what falls due, in order of time. */
  advance(ms: number): void;
  /** How many timers wait. */
  waiting(): number;
}

/** Time that moves only when a test says so. */
export function virtualClock(startMs = Date.UTC(2026, 4, 4, 7, 0, 0)): VirtualClock {
  let now = startMs;
  let order = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  const next = (until: number): [number, { at: number; run: () => void }] | undefined =>
    [...timers]
      .filter(([, timer]) => timer.at <= until)
      .sort(([idA, a], [idB, b]) => a.at - b.at || idA - idB)[0];
  return {
    now: () => now,
    after(delayMs, run) {
      order += 1;
      const id = order;
      timers.set(id, { at: now + Math.max(0, delayMs), run });
      return () => timers.delete(id);
    },
    advance(ms) {
      const until = now + ms;
      for (let due = next(until); due !== undefined; due = next(until)) {
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
      }
      now = until;
    },
    waiting: () => timers.size,
  };
}
