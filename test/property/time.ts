import type { Clock } from '../../electron/core/ports.ts';

/** Time that moves only when the model says so, and a desk whose wall clock may be wrong. */
export interface Time {
  /** True time, ms since 1970. */
  now(): number;
  /** The service's own clock, which may be wrong, too. */
  service(): number;
  /** The desk's clock: wall time for `now`, unaffected by jumps for `after`. */
  desk: Clock;
  /** When the next timer falls due, true time; null without timers. */
  nextAt(): number | null;
  /** Runs what falls due until then, in order of time. */
  moveTo(at: number): void;
  /** Sets the desk's wall clock forward or back. */
  jump(ms: number): void;
  /** Sets the service's. */
  jumpService(ms: number): void;
  /** The computer sleeps: true time and wall time pass, timers do not run meanwhile. */
  sleep(ms: number): void;
  /** Both clocks are right from now on. */
  setRight(): void;
  /** A timer of the world outside (a request that is applied late), in true time. */
  outside(delayMs: number, run: () => void): void;
  /** When the last timer of the world outside falls due; null without one. */
  lastOutsideAt(): number | null;
}

interface Timer {
  at: number;
  order: number;
  run: () => void;
  outside: boolean;
}

export function createTime(startMs: number): Time {
  let now = startMs;
  let offset = 0;
  let serviceOffset = 0;
  let order = 0;
  const timers = new Set<Timer>();
  const add = (delayMs: number, run: () => void, outside: boolean): Timer => {
    order += 1;
    const timer = { at: now + Math.ceil(Math.max(0, delayMs)), order, run, outside };
    timers.add(timer);
    return timer;
  };
  const first = (): Timer | undefined => {
    let found: Timer | undefined;
    for (const timer of timers) {
      const earlier =
        found === undefined ||
        timer.at < found.at ||
        (timer.at === found.at && timer.order < found.order);
      if (earlier) found = timer;
    }
    return found;
  };
  return {
    now: () => now,
    service: () => now + serviceOffset,
    desk: {
      now: () => now + offset,
      after(delayMs, run) {
        const timer = add(delayMs, run, false);
        return () => timers.delete(timer);
      },
    },
    nextAt: () => first()?.at ?? null,
    moveTo(at) {
      for (let due = first(); due !== undefined && due.at <= at; due = first()) {
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
      }
      now = Math.max(now, at);
    },
    jump(ms) {
      offset += ms;
    },
    jumpService(ms) {
      serviceOffset += ms;
    },
    sleep(ms) {
      for (const timer of timers) if (!timer.outside) timer.at += ms;
      this.moveTo(now + ms);
    },
    setRight() {
      offset = 0;
      serviceOffset = 0;
    },
    outside(delayMs, run) {
      add(delayMs, run, true);
    },
    lastOutsideAt() {
      const ats = [...timers].filter(({ outside }) => outside).map(({ at }) => at);
      return ats.length === 0 ? null : Math.max(...ats);
    },
  };
}
