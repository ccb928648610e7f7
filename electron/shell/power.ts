import type { App, Net, PowerMonitor } from 'electron';
import type { Clock, Connectivity } from '../core/ports.ts';

/**
 * A machine that runs for so long after it said that it goes to sleep did not: some systems announce
 * a sleep that somebody stops, and never tell of a waking.
 */
export const ASLEEP_AT_MOST_MS = 60_000;

/** Connectivity that can be told to let nothing leave for a while, as before a sleep of the machine. */
export function holdable(connectivity: Connectivity): Connectivity & { hold(held: boolean): void } {
  const listeners = new Set<() => void>();
  let held = false;
  return {
    online: () => connectivity.online(),
    onHint: (listener) => connectivity.onHint(listener),
    onSleep(listener) {
      let asleep = false;
      const tell = (): void => listener(asleep || held);
      const stop = connectivity.onSleep((sleeps) => {
        asleep = sleeps;
        tell();
      });
      listeners.add(tell);
      if (held) tell();
      return () => {
        listeners.delete(tell);
        stop();
      };
    },
    hold(next) {
      if (next === held) return;
      held = next;
      for (const tell of [...listeners]) tell();
    },
  };
}

/** Hints that it is worth trying the network now (wake-up, unlock, focus), and when the machine sleeps. */
export function createConnectivity(
  app: Pick<App, 'on' | 'off'>,
  net: Pick<Net, 'isOnline'>,
  power: Pick<PowerMonitor, 'on' | 'off'>,
  clock: Pick<Clock, 'after'>,
): Connectivity {
  return {
    online: () => net.isOnline(),
    onHint(listener) {
      power.on('resume', listener);
      power.on('unlock-screen', listener);
      app.on('browser-window-focus', listener);
      return () => {
        power.off('resume', listener);
        power.off('unlock-screen', listener);
        app.off('browser-window-focus', listener);
      };
    },
    onSleep(listener) {
      let cancel: (() => void) | null = null;
      const awake = (): void => {
        if (cancel === null) return;
        cancel();
        cancel = null;
        listener(false);
      };
      const asleep = (): void => {
        cancel?.();
        cancel = clock.after(ASLEEP_AT_MOST_MS, awake);
        listener(true);
      };
      power.on('suspend', asleep);
      power.on('resume', awake);
      power.on('unlock-screen', awake);
      app.on('browser-window-focus', awake);
      return () => {
        cancel?.();
        power.off('suspend', asleep);
        power.off('resume', awake);
        power.off('unlock-screen', awake);
        app.off('browser-window-focus', awake);
      };
    },
  };
}
