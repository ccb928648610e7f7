import { EventEmitter } from 'node:events';
import type Electron from 'electron';

/**
 * A typed stand-in for Electron's API: what the shell uses, recording every call. The types are
 * Electron's own, so that a changed signature fails to compile.
 */
export interface Recorded {
  /** Calls in their order, such as `app.enableSandbox`. */
  calls: string[];
  windows: FakeWindow[];
  invoke: Map<string, (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown>;
  schemes: Electron.CustomScheme[];
  schemeHandlers: Map<string, (request: Request) => Response | Promise<Response>>;
  permissions: Partial<{
    request: NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
    check: NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
    device: NonNullable<Parameters<Electron.Session['setDevicePermissionHandler']>[0]>;
    displayMedia: NonNullable<Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0]>;
  }>;
  errorBoxes: string[];
  /** Questions that were asked; each is answered by the next of `answers`, the last one for ever. */
  questions: Electron.MessageBoxOptions[];
  answers: number[];
  quit: boolean;
}

export class FakeContents extends EventEmitter {
  readonly mainFrame = { url: 'app://waybill/', detached: false };
  readonly sent: unknown[][] = [];
  openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null =
    null;
  printed = Buffer.from('%PDF-1.7');
  setWindowOpenHandler(handler: NonNullable<FakeContents['openHandler']>): void {
    this.openHandler = handler;
  }
  send(...args: unknown[]): void {
    this.sent.push(args);
  }
  isDestroyed(): boolean {
    return false;
  }
  printToPDF(): Promise<Buffer> {
    return Promise.resolve(this.printed);
  }
}

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  shown = false;
  destroyed = false;
  readonly options: Electron.BrowserWindowConstructorOptions;
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    return Promise.resolve();
  }
  show(): void {
    this.shown = true;
  }
  destroy(): void {
    this.destroyed = true;
  }
  isMinimized(): boolean {
    return false;
  }
  focus(): void {
    this.shown = true;
  }
}

/** Makes a fresh stand-in and the record of what was done with it. */
export function createElectron(userData: string, options: { lock?: boolean } = {}) {
  const recorded: Recorded = {
    calls: [],
    windows: [],
    invoke: new Map(),
    schemes: [],
    schemeHandlers: new Map(),
    permissions: {},
    errorBoxes: [],
    questions: [],
    answers: [0],
    quit: false,
  };
  const note = (call: string): void => void recorded.calls.push(call);

  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    enableSandbox: () => note('app.enableSandbox'),
    requestSingleInstanceLock: () => {
      note('app.requestSingleInstanceLock');
      return options.lock ?? true;
    },
    whenReady: () => {
      note('app.whenReady');
      return Promise.resolve();
    },
    quit: () => {
      note('app.quit');
      recorded.quit = true;
    },
    getPath: () => userData,
    getVersion: () => '0.0.0-test',
  });

  class BrowserWindow extends FakeWindow {
    constructor(windowOptions: Electron.BrowserWindowConstructorOptions) {
      super(windowOptions);
      note('new BrowserWindow');
      recorded.windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    static getAllWindows(): FakeWindow[] {
      return recorded.windows;
    }
  }

  const fakeSession = {
    protocol: {
      handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) =>
        void recorded.schemeHandlers.set(scheme, handler),
    },
    setPermissionRequestHandler: (handler: NonNullable<Recorded['permissions']['request']>) => {
      recorded.permissions.request = handler;
    },
    setPermissionCheckHandler: (handler: NonNullable<Recorded['permissions']['check']>) => {
      recorded.permissions.check = handler;
    },
    setDevicePermissionHandler: (handler: NonNullable<Recorded['permissions']['device']>) => {
      recorded.permissions.device = handler;
    },
    setDisplayMediaRequestHandler: (
      handler: NonNullable<Recorded['permissions']['displayMedia']>,
    ) => {
      recorded.permissions.displayMedia = handler;
    },
  };

  const electron = {
    app,
    BrowserWindow,
    dialog: {
      showErrorBox: (title: string, content: string) =>
        void recorded.errorBoxes.push(`${title}: ${content}`),
      showMessageBox: (question: Electron.MessageBoxOptions) => {
        recorded.questions.push(question);
        const [answer = 0] = recorded.answers;
        if (recorded.answers.length > 1) recorded.answers.shift();
        return Promise.resolve({ response: answer, checkboxChecked: false });
      },
      showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
    },
    ipcMain: {
      handle: (
        channel: string,
        handler: (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown,
      ) => {
        if (recorded.invoke.has(channel)) throw new Error(`Bound twice: ${channel}`);
        recorded.invoke.set(channel, handler);
      },
    },
    Menu: {
      setApplicationMenu: () => note('Menu.setApplicationMenu'),
      buildFromTemplate: () => ({}),
    },
    net: { isOnline: () => true },
    powerMonitor: new EventEmitter(),
    protocol: {
      registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
        note('protocol.registerSchemesAsPrivileged');
        recorded.schemes.push(...schemes);
      },
    },
    session: { defaultSession: fakeSession, fromPartition: () => fakeSession },
    shell: { openExternal: () => Promise.resolve() },
  } satisfies Partial<Record<keyof typeof Electron, unknown>>;
  return { electron, recorded };
}
