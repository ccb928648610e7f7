import { readFileSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../electron/core/ports.ts';

/**
 * A clock for two processes: the machine's time, moved ahead by what a file says. The child lets
 * time pass when nothing is under way, and the service's time moves with it.
 */
export interface SharedClock {
  /** ms since 1970. */
  now(): number;
  /** Lets so many ms pass at once. */
  advance(ms: number): void;
}

/** What the file says. */
const aheadIn = (file: string): number => readFileSync(file).readDoubleLE(0);

/** For the process that only reads the time. */
export function followedClock(file: string): Pick<SharedClock, 'now'> {
  return { now: () => Date.now() + aheadIn(file) };
}

/** For the one process that moves the time meanwhile: it need not ask the file what it is. */
export function sharedClock(file: string): SharedClock {
  let aheadMs = aheadIn(file);
  return {
    now: () => Date.now() + aheadMs,
    advance(ms) {
      aheadMs += ms;
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(aheadMs);
      // In place and at once: whoever is killed here leaves the old time or the new one.
      writeFileSync(file, bytes, { flag: 'r+' });
    },
  };
}

/** Puts the clock to the machine's time. */
export function setClock(file: string): void {
  writeFileSync(file, Buffer.alloc(8));
}

/** Timers over a shared clock: `run` starts what is due. Late at most, never early. */
export function timersOver(clock: SharedClock): Clock & { run(): void } {
  const timers = new Set<{ dueAt: number; act: () => void }>();
  return {
    now: () => Math.floor(clock.now()),
    after(delayMs, act) {
      const timer = { dueAt: clock.now() + Math.max(0, delayMs), act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    run() {
      const now = clock.now();
      const due = [...timers].filter(({ dueAt }) => dueAt <= now);
      for (const timer of due.sort((a, b) => a.dueAt - b.dueAt)) {
        if (timers.delete(timer)) timer.act();
      }
    },
  };
}
