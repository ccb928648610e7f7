import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import { openDesk } from './window.ts';

/** The windows that show the desk; a hidden one that prints is none of them. */
export interface Desks {
  /** Contents of the living ones: who may speak to the core. */
  contents: ReadonlySet<WebContents>;
  open(): void;
  /** Brings the last opened one to the front, or opens one. */
  show(): void;
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
  function open(): void {
    openDesk(make, options, (window) => {
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
    show() {
      const window = [...windows].at(-1);
      if (window === undefined) return open();
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}
