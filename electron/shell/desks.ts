import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebContents } from 'electron';
import type { Clock } from '../core/ports.ts';
import { MOST_WINDOWS, pageOf, placeAgain, placeOf } from './places.ts';
import type { PlacesFile, Remembered } from './places.ts';
import { addressOf, openDesk } from './window.ts';

/** The windows that show the desk; a hidden one that prints is none of them. */
export interface Desks {
  /** Contents of the living ones: who may speak to the core. */
  contents: ReadonlySet<WebContents>;
  windows(): Iterable<BrowserWindow>;
  /** The one that was used last and shows more than the map; undefined where none is open. */
  front(): BrowserWindow | undefined;
  /**
   * Opens those that were open at the last end, one at least; the link leads the first of them that
   * shows more than the map, or one more.
   */
  restore(link: string | null): Promise<void>;
  /** One more window; false where there are as many as anybody needs. */
  open(link?: string | null, wall?: boolean): boolean;
  /**
   * Brings the last used one that shows more than the map to the front, or opens one; where a link was
   * followed, it leads there.
   */
  show(link?: string | null): void;
  /** Opens one where none is left. */
  openWhenNone(): void;
  /**
   * Closes all for the end of the app. False where a person stays with what is not saved: then those that
   * were closed are open again.
   */
  leave(): Promise<boolean>;
  /** The app ends: what is open now, or was closed for the end, is opened again at the next start. */
  end(): Promise<void>;
}

export interface DesksSetup {
  /** Makes a window of these options. */
  make(options: BrowserWindowConstructorOptions): BrowserWindow;
  /** Options of every desk. */
  options: BrowserWindowConstructorOptions;
  /** Is handed each new window before it loads anything. */
  opened(window: BrowserWindow): void;
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching'>;
  file: PlacesFile;
  clock: Pick<Clock, 'after'>;
}

/** A window that is moved tells so many times a second. */
export const SAVE_AFTER_MS = 1_000;
/** A page that says for so long neither that it goes nor that it stays hangs, and has nothing to save. */
export const LEAVE_MS = 3_000;
const MOVES = [
  'move',
  'resize',
  'maximize',
  'unmaximize',
  'enter-full-screen',
  'leave-full-screen',
];

/** What is known of each window that is or was open, with the window itself. */
type Slot = Remembered & { window: BrowserWindow | null };

/** The slots, kept in a file: where a window is closed, the next one of its kind opens there. */
function createSlots({ screen, file, clock }: DesksSetup) {
  let slots: Slot[] = [];
  let ended = false;
  /** Those that are closed for the end of the app; null where it does not end. */
  let left: Slot[] | null = null;
  let cancel: (() => void) | null = null;

  const look = (slot: Slot): void => {
    const { window } = slot;
    if (window === null || window.isDestroyed()) return;
    slot.place = placeOf(window, screen);
    slot.route = pageOf(window.webContents.getURL());
  };
  const save = (): Promise<void> => {
    cancel?.();
    cancel = null;
    return file.save(slots.map(({ place, route, open, wall }) => ({ place, route, open, wall })));
  };
  return {
    async load(): Promise<readonly Slot[]> {
      const saved = (await file.load()).map((slot) => ({ ...slot, window: null }));
      // Something may have been opened meanwhile.
      slots = [...saved, ...slots];
      return saved;
    },
    take(wall: boolean): Slot {
      const free = slots.find((slot) => slot.window === null && slot.wall === wall);
      if (free !== undefined) return free;
      const slot: Slot = { place: null, route: '', open: true, wall, window: null };
      // Where a window was that is closed is given up for one that is open.
      if (slots.length >= MOST_WINDOWS) slots = slots.filter(({ window }) => window !== null);
      slots.push(slot);
      return slot;
    },
    saveSoon(): void {
      if (ended) return;
      cancel ??= clock.after(SAVE_AFTER_MS, () => {
        slots.forEach(look);
        void save();
      });
    },
    closing(slot: Slot): void {
      if (ended) return;
      look(slot);
      // It is open again whether the app ends or the person stays.
      if (left !== null) return void left.push(slot);
      // The last one to be closed is the one to begin with.
      slot.open = slots.every((other) => other === slot || other.window === null);
      void save();
    },
    leave: () => void (left = []),
    /** The person stays; gives those that were closed for the end. */
    stay(): readonly Slot[] {
      const closed = (left ?? []).filter(({ window }) => window === null);
      left = null;
      return closed;
    },
    async end(): Promise<void> {
      if (ended) return;
      slots.forEach(look);
      ended = true;
      await save();
    },
  };
}

/** Closes a window; false where its page holds what is not saved and the person stays. */
function closeOne(window: BrowserWindow, clock: DesksSetup['clock']): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(LEAVE_MS, () => resolve(true));
    const answered = (goes: boolean): void => {
      cancel();
      resolve(goes);
    };
    window.once('closed', () => answered(true));
    // A person who is asked has all the time there is.
    window.webContents.prependOnceListener('will-prevent-unload', cancel);
    // Whoever asks the person did so before this.
    window.webContents.once('will-prevent-unload', ({ defaultPrevented }) => {
      if (!defaultPrevented) answered(false);
    });
    window.close();
  });
}

/** Closes one after the other; false from the first one on whose person stays. */
async function closeAll(
  windows: ReadonlySet<BrowserWindow>,
  clock: DesksSetup['clock'],
): Promise<boolean> {
  for (const window of [...windows]) if (!(await closeOne(window, clock))) return false;
  return true;
}

/** A window of these options, which lies where they say. */
function placed({ make }: DesksSetup, options: BrowserWindowConstructorOptions): BrowserWindow {
  const window = make(options);
  const { x, y, width, height } = options;
  if (x !== undefined && y !== undefined && width !== undefined && height !== undefined) {
    // A size is made by the scale of another screen than the one that the window comes to lie on.
    window.setBounds({ x, y, width, height });
  }
  return window;
}

/** The options of a window that was here before. */
function optionsAgain(
  { screen, options }: DesksSetup,
  { place }: Slot,
): BrowserWindowConstructorOptions {
  if (place === null) return options;
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return { ...options, ...placeAgain(place, [primary, ...others]) };
}

export function createDesks(setup: DesksSetup): Desks {
  const windows = new Set<BrowserWindow>();
  /** Those that show the map alone: whoever asks for a page is led to none of them. */
  const walls = new WeakSet<BrowserWindow>();
  const contents = new Set<WebContents>();
  const slots = createSlots(setup);

  const make = (options: BrowserWindowConstructorOptions): BrowserWindow => placed(setup, options);
  const optionsOf = (slot: Slot): BrowserWindowConstructorOptions => optionsAgain(setup, slot);

  function openIn(slot: Slot, link: string | null, inFront: boolean): void {
    const state = slot.place?.state ?? 'normal';
    slot.open = true;
    const address = addressOf(link ?? slot.route, slot.wall);
    openDesk(make, optionsOf(slot), { address, inFront }, (window) => {
      const { webContents } = window;
      slot.window = window;
      windows.add(window);
      if (slot.wall) walls.add(window);
      contents.add(webContents);
      window.once('ready-to-show', () => {
        if (state === 'maximized') window.maximize();
        if (state === 'fullScreen') window.setFullScreen(true);
      });
      window.on('focus', () => {
        // The one that was used last comes last.
        windows.delete(window);
        windows.add(window);
      });
      for (const move of MOVES) window.on(move as 'move', slots.saveSoon);
      window.on('close', () => slots.closing(slot));
      window.on('closed', () => {
        slot.window = null;
        windows.delete(window);
        contents.delete(webContents);
      });
      setup.opened(window);
    });
  }

  const open = (link: string | null = null, wall = false): boolean => {
    if (windows.size >= MOST_WINDOWS) return false;
    const slot = slots.take(wall);
    // A new window shows the page that it is opened for, not the one that was closed there.
    slot.route = '';
    openIn(slot, link, true);
    slots.saveSoon();
    return true;
  };
  const front = (): BrowserWindow | undefined =>
    [...windows].findLast((window) => !walls.has(window));
  return {
    contents,
    open,
    windows: () => windows,
    front,
    async restore(link) {
      const again = (await slots.load()).filter((slot) => slot.open);
      const led = again.find((slot) => !slot.wall);
      const first = led ?? again[0];
      for (const slot of again) openIn(slot, slot === led ? link : null, slot === first);
      if (again.length === 0 || (led === undefined && link !== null)) open(link);
    },
    show(link = null) {
      const window = front();
      if (window === undefined) return void open(link);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      // It differs by its fragment alone, so the page stays and goes there by itself.
      if (link !== null) window.loadURL(addressOf(link)).catch(() => undefined);
    },
    openWhenNone() {
      if (windows.size === 0) open();
    },
    async leave() {
      slots.leave();
      const left = await closeAll(windows, setup.clock);
      if (!left) for (const slot of slots.stay()) openIn(slot, null, false);
      return left;
    },
    end: slots.end,
  };
}
