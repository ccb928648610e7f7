import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { APP_ORIGIN } from './protocol.ts';

/**
 * Options of every window that shows the desk. Each safe value is spelled out, so that a change of
 * Electron's defaults can't weaken it.
 *
 * @param preload absolute path of the bundled preload script
 * @param packaged true in an installed app, where developer tools are off
 */
export function windowOptions(preload: string, packaged: boolean): BrowserWindowConstructorOptions {
  return {
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Waybill',
    backgroundColor: '#f6f7f8',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      devTools: !packaged,
    },
  };
}

/** What tells the page that its window shows the map alone. */
const WALL_QUERY = '?wall';

/**
 * @param link as `readLink` gives it; null for the desk as it was left
 * @param wall the window shows the map alone
 */
export function addressOf(link: string | null, wall = false): string {
  return `${APP_ORIGIN}/${wall ? WALL_QUERY : ''}${link ?? ''}`;
}

/** Whether an address shows the map alone. */
export function isWall(address: string): boolean {
  return URL.canParse(address) && new URL(address).search === WALL_QUERY;
}

export interface Opening {
  /** Where it opens. */
  address: string;
  /** Takes the focus; others leave it where the person types. */
  inFront: boolean;
}

/**
 * Opens the desk; shown when it has painted, so that nobody sees an empty frame.
 *
 * @param made is handed the window before it loads anything, so that it hears of a failure
 */
export function openDesk(
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
  options: BrowserWindowConstructorOptions,
  { address, inFront }: Opening,
  made: (window: BrowserWindow) => void,
): void {
  const window = make(options);
  window.once('ready-to-show', () => (inFront ? window.show() : window.showInactive()));
  made(window);
  // A load that fails is told by `did-fail-load`.
  window.loadURL(address).catch(() => undefined);
}
