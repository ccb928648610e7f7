import type { App } from 'electron';
import { StartForbidden } from './startFailure.ts';

/** Switches of Chromium that take away what protects the desk. */
const FORBIDDEN = {
  // An AppImage starts so by itself where the system lets no program confine another.
  'no-sandbox': 'unconfined',
  // Whoever reaches a debugger's door does everything that the person at the desk can.
  'remote-debugging-port': 'watched',
  'remote-debugging-pipe': 'watched',
} as const;

/** Throws in an installed app that was started with one of them. */
export function refuseSwitches({
  isPackaged,
  commandLine,
}: Pick<App, 'isPackaged' | 'commandLine'>): void {
  if (!isPackaged) return;
  for (const [name, what] of Object.entries(FORBIDDEN)) {
    if (commandLine.hasSwitch(name)) throw new StartForbidden(what);
  }
}
