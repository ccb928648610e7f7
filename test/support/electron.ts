import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type Electron from 'electron';
import { FakeEvent } from './electron/contents.ts';
import { createDialog } from './electron/dialog.ts';
import { FakeSession } from './electron/session.ts';
import { FakeWindow } from './electron/window.ts';

export { FakeContents, FakeEvent, FakeFrame, type PageListener } from './electron/contents.ts';
export { FakeSession, type PermissionName } from './electron/session.ts';
export { FakeWindow } from './electron/window.ts';

/**
 * A typed stand-in for Electron: what the shell uses, with a life of its own, recording every call.
 * It clones what crosses between processes and throws for what Electron would refuse. Each part is
 * checked against Electron's own types, so that an API that changed or went fails to compile.
 */
export interface Recorded {
  /** Calls in their order, such as `app.enableSandbox`. */
  calls: string[];
  /** All that were ever made. */
  windows: FakeWindow[];
  /** The one that was focused last comes last. */
  focused: FakeWindow[];
  invoke: Map<string, InvokeHandler>;
  schemes: Electron.CustomScheme[];
  sessions: Map<string, FakeSession>;
  errorBoxes: string[];
  /** Errors that nobody saw but who started the app from a terminal. */
  onTerminal: string[];
  /** Questions that were asked; each is answered by the next of `answers`, the last one for ever. */
  questions: Electron.MessageBoxOptions[];
  /** A button by its number, or `never` for a question that stays open. */
  answers: (number | 'never')[];
  /** The app ended by itself, or with an exit code. */
  quit: boolean;
  exitCode: number | null;
  locked: boolean;
  paths: Map<string, string>;
  opened: string[];
  menu: Electron.MenuItemConstructorOptions[];
  /** Every menu that was built, the tray's too. */
  built: Electron.MenuItemConstructorOptions[][];
  /** What the dock shows. */
  badge: number;
  notifications: FakeNotification[];
  trays: FakeTray[];
  /** Where the person lets files be saved; null closes the dialog. */
  saveTo: string | null;
  /** The screens there are; the first is the primary one. */
  displays: FakeDisplay[];
  /** Starts that are to follow the end of this one. */
  relaunches: Electron.RelaunchOptions[];
  /** What a second instance would hand over. */
  additionalData: unknown;
}
export type FakeDisplay = Pick<Electron.Display, 'id' | 'bounds' | 'workArea'>;
export type InvokeHandler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

export interface Given {
  /** Whether this is the first instance. */
  lock?: boolean | (() => boolean);
  /** Whether Electron gets ready at all. */
  ready?: () => Promise<void>;
  /** Switches of Chromium on its command line. */
  switches?: readonly string[];
}

const DEFAULT = 'default';

/** Makes a fresh stand-in and the record of what was done with it. */
export function createElectron(userData: string, given: Given = {}) {
  const recorded: Recorded = {
    ...{
      calls: [],
      windows: [],
      focused: [],
      schemes: [],
      errorBoxes: [],
      onTerminal: [],
      questions: [],
    },
    ...{ opened: [], menu: [], answers: [0], quit: false, exitCode: null, locked: false },
    ...{ invoke: new Map(), sessions: new Map(), paths: new Map([['userData', userData]]) },
    ...{ built: [], badge: 0, notifications: [], trays: [], relaunches: [] },
    ...{ additionalData: undefined, saveTo: null, displays: [display(1, 0, 0)] },
  };
  const world = createWorld(recorded, given);
  const app = createApp(world);
  const electron = {
    app,
    BrowserWindow: createBrowserWindow(world, app),
    dialog: createDialog(world),
    ipcMain: createIpcMain(recorded),
    Menu: {
      setApplicationMenu: (menu: { template: Electron.MenuItemConstructorOptions[] }) => {
        world.note('Menu.setApplicationMenu');
        recorded.menu = menu.template;
      },
      buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => {
        for (const { label, role, type } of template) {
          if (label === undefined && role === undefined && type === undefined) {
            throw new TypeError('Invalid template for MenuItem');
          }
        }
        recorded.built.push(template);
        return { template };
      },
    } satisfies Partial<Record<keyof typeof Electron.Menu, unknown>>,
    nativeImage: {
      createFromBitmap: (bitmap: Buffer, { width, height }: { width: number; height: number }) => {
        if (bitmap.length !== width * height * 4) throw new Error('invalid buffer size');
        return { bitmap, width, height };
      },
    } satisfies Partial<Record<keyof typeof Electron.nativeImage, unknown>>,
    Notification: createNotification(recorded),
    Tray: createTray(world),
    net: { isOnline: () => true } satisfies Pick<Electron.Net, 'isOnline'>,
    powerMonitor: new EventEmitter(),
    protocol: {
      registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
        world.beforeReady('protocol.registerSchemesAsPrivileged');
        if (recorded.schemes.length > 0) throw new Error('Schemes can be registered once only');
        recorded.schemes.push(...schemes);
      },
    } satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>,
    screen: createScreen(recorded),
    session: {
      get defaultSession(): FakeSession {
        return world.session(DEFAULT);
      },
      fromPartition: (partition: string): FakeSession => world.session(partition),
    },
    shell: {
      openPath: (folder: string) => {
        recorded.opened.push(folder);
        return Promise.resolve(existsSync(folder) ? '' : 'No such folder');
      },
    } satisfies Pick<Electron.Shell, 'openPath'>,
  } satisfies Partial<Record<keyof typeof Electron, unknown>>;
  return { electron, recorded };
}

type World = ReturnType<typeof createWorld>;

/** What the parts share: the record, and whether Electron is ready. */
function createWorld(recorded: Recorded, given: Given) {
  let ready = false;
  const note = (call: string): void => void recorded.calls.push(call);
  return {
    recorded,
    given,
    note,
    isReady: () => ready,
    becomeReady: () => void (ready = true),
    beforeReady(call: string): void {
      if (ready) throw new Error(`${call} should be called before app is ready`);
      note(call);
    },
    afterReady(what: string): void {
      if (!ready) throw new Error(`${what} before app is ready`);
    },
    session(partition: string): FakeSession {
      this.afterReady('Session can only be received when app is ready, not');
      const known = recorded.sessions.get(partition) ?? new FakeSession();
      recorded.sessions.set(partition, known);
      return known;
    },
  };
}

/** Events come from Node's own emitter; everything else is Electron's. */
function createApp(world: World) {
  const { recorded, given, note } = world;
  const emitter = new EventEmitter();
  const alive = (): FakeWindow[] => recorded.windows.filter((window) => !window.destroyed);
  return Object.assign(emitter, {
    isPackaged: true,
    isReady: () => world.isReady(),
    commandLine: {
      hasSwitch: (name) => given.switches?.includes(name) ?? false,
    } satisfies Pick<Electron.CommandLine, 'hasSwitch'>,
    enableSandbox: () => world.beforeReady('app.enableSandbox'),
    requestSingleInstanceLock: (data?: Record<string, unknown>) => {
      note('app.requestSingleInstanceLock');
      recorded.additionalData = structuredClone(data);
      const { lock = true } = given;
      recorded.locked = typeof lock === 'function' ? lock() : lock;
      return recorded.locked;
    },
    releaseSingleInstanceLock: () => {
      note('app.releaseSingleInstanceLock');
      recorded.locked = false;
    },
    whenReady: async () => {
      note('app.whenReady');
      await given.ready?.();
      world.becomeReady();
    },
    /** Asks whoever listens, closes the windows one by one, and ends. */
    quit: () => {
      note('app.quit');
      const event = new FakeEvent();
      emitter.emit('before-quit', event);
      if (event.defaultPrevented) return;
      recorded.quit = true;
      for (const window of alive()) window.close();
    },
    exit: (code = 0) => {
      note('app.exit');
      recorded.exitCode = code;
      for (const window of alive()) window.destroy();
    },
    getPath: (name: string) =>
      recorded.paths.get(name) ?? `${recorded.paths.get('userData')}/${name}`,
    setPath: (name: string, folder: string) => {
      note(`app.setPath ${name}`);
      if (!existsSync(folder)) throw new Error(`Failed to set path: ${folder}`);
      recorded.paths.set(name, folder);
    },
    getVersion: () => '0.0.0-test',
    setAppUserModelId: (id: string) => note(`app.setAppUserModelId ${id}`),
    relaunch: (options?: Electron.RelaunchOptions) => {
      recorded.relaunches.push(options ?? {});
    },
    setBadgeCount: (count = 0) => {
      recorded.badge = count;
      return true;
    },
    setAsDefaultProtocolClient: (scheme: string) => {
      note(`app.setAsDefaultProtocolClient ${scheme}`);
      return true;
    },
  } satisfies Partial<Record<keyof Electron.App, unknown>> &
    Pick<
      Electron.App,
      | 'enableSandbox'
      | 'exit'
      | 'getPath'
      | 'getVersion'
      | 'isReady'
      | 'quit'
      | 'relaunch'
      | 'releaseSingleInstanceLock'
      | 'requestSingleInstanceLock'
      | 'setBadgeCount'
      | 'setAppUserModelId'
      | 'setAsDefaultProtocolClient'
      | 'setPath'
      | 'whenReady'
    >);
}

function createBrowserWindow(world: World, app: EventEmitter & { quit(): void }) {
  const { recorded, note } = world;
  return class BrowserWindow extends FakeWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      world.afterReady('Cannot create BrowserWindow');
      const own = options.webPreferences?.session as unknown as FakeSession | undefined;
      super(options, own ?? world.session(DEFAULT), (window) => {
        recorded.focused = [...recorded.focused.filter((other) => other !== window), window];
      });
      note('new BrowserWindow');
      recorded.windows.push(this);
      this.once('closed', () => {
        if (recorded.windows.some((window) => !window.destroyed) || recorded.quit) return;
        // `app.exit` asks nobody and tells nobody.
        if (recorded.exitCode !== null) return;
        if (app.listenerCount('window-all-closed') === 0) app.quit();
        else app.emit('window-all-closed');
      });
      app.emit('web-contents-created', {}, this.webContents);
    }
    /** In no promised order, those that print included. */
    static getAllWindows(): FakeWindow[] {
      return recorded.windows.filter((window) => !window.destroyed).reverse();
    }
  };
}

/** A screen of 1920 × 1080 with a bar of 40 at its foot. */
export function display(id: number, x: number, y: number): FakeDisplay {
  const bounds = { x, y, width: 1920, height: 1080 };
  return { id, bounds, workArea: { ...bounds, height: 1040 } };
}

function createScreen(recorded: Recorded) {
  const primary = (): FakeDisplay => {
    const [first] = recorded.displays;
    if (first === undefined) throw new Error('There is no screen');
    return first;
  };
  return Object.assign(new EventEmitter(), {
    getAllDisplays: () => [...recorded.displays],
    getPrimaryDisplay: primary,
    /** The one that has most of it. */
    getDisplayMatching: ({ x, y, width, height }: Electron.Rectangle) => {
      const shared = ({ bounds }: FakeDisplay): number =>
        Math.max(0, Math.min(x + width, bounds.x + bounds.width) - Math.max(x, bounds.x)) *
        Math.max(0, Math.min(y + height, bounds.y + bounds.height) - Math.max(y, bounds.y));
      return recorded.displays.toSorted((a, b) => shared(b) - shared(a))[0] ?? primary();
    },
  } satisfies Partial<Record<keyof Electron.Screen, unknown>>);
}

export class FakeNotification extends EventEmitter {
  readonly options: Electron.NotificationConstructorOptions;
  shown = false;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.shown = true;
  }
}

function createNotification(recorded: Recorded) {
  return class Notification extends FakeNotification {
    constructor(options: Electron.NotificationConstructorOptions) {
      super(options);
      recorded.notifications.push(this);
    }
    static isSupported(): boolean {
      return true;
    }
  };
}

export class FakeTray extends EventEmitter {
  image: unknown;
  toolTip = '';
  menu: { template: Electron.MenuItemConstructorOptions[] } | null = null;
  constructor(image: unknown) {
    super();
    this.image = image;
  }
  setImage(image: unknown): void {
    this.image = image;
  }
  setToolTip(words: string): void {
    this.toolTip = words;
  }
  setContextMenu(menu: { template: Electron.MenuItemConstructorOptions[] }): void {
    this.menu = menu;
  }
}

function createTray(world: World) {
  return class Tray extends FakeTray {
    constructor(image: unknown) {
      world.afterReady('Cannot create Tray');
      super(image);
      world.recorded.trays.push(this);
    }
  };
}

function createIpcMain(recorded: Recorded) {
  return {
    handle: (channel: string, handler: InvokeHandler) => {
      if (recorded.invoke.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      }
      recorded.invoke.set(channel, handler);
    },
  } satisfies Pick<Electron.IpcMain, 'handle'>;
}
