import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import { addressOf, openDesk } from './window.ts';

/** The windows that show the desk; a hidden one that prints is none of them. */
export interface Desks {
  /** Contents of the living ones: who may speak to the core. */
  contents: ReadonlySet<WebContents>;
  open(link?: string | null): void;
  /** Brings the last opened one to the front, or opens one; where a link was followed, it leads there. */
  show(link?: string | null): void;
  /** Opens one where none is left. */
  openWhenNone(): void;
}

/**
 * @param make makes a window of these options
 * @param options of every desk
 * @param opened is handed each new window before it loads anything
 */
export function createDesks(
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
  options: BrowserWindowConstructorOptions,
  opened: (window: BrowserWindow) => void,
): Desks {
  const windows = new Set<BrowserWindow>();
  const contents = new Set<WebContents>();
  function open(link: string | null = null): void {
    openDesk(make, options, link, (window) => {
      const { webContents } = window;
      windows.add(window);
      contents.add(webContents);
      window.on('closed', () => {
        windows.delete(window);
        contents.delete(webContents);
      });
      opened(window);
    });
  }
  const openWhenNone = (): void => {
    if (windows.size === 0) open();
  };
  return {
    contents,
    open,
    openWhenNone,
    show(link = null) {
      const window = [...windows].at(-1);
      if (window === undefined) return open(link);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      // It differs by its fragment alone, so the page stays and goes there by itself.
      if (link !== null) window.loadURL(addressOf(link)).catch(() => undefined);
    },
  };
}
