import type { App, Net, PowerMonitor } from 'electron';
import type { Connectivity } from '../core/ports.ts';

/** Hints that it is worth trying the network now: wake-up, unlock, focus. */
export function createConnectivity(
  app: Pick<App, 'on' | 'off'>,
  net: Pick<Net, 'isOnline'>,
  power: Pick<PowerMonitor, 'on' | 'off'>,
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
  };
}
