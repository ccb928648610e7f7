import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { FakeContents, FakeEvent, refuseDestroyed } from './contents.ts';
import type { FakeSession } from './session.ts';

type Shell = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'isDestroyed'
  | 'isMinimized'
  | 'loadURL'
  | 'minimize'
  | 'restore'
  | 'show'
>;

/** A window with a life: shown, minimised, focused, closed and destroyed. */
export class FakeWindow extends EventEmitter implements Shell {
  readonly webContents: FakeContents;
  readonly options: Electron.BrowserWindowConstructorOptions;
  shown: boolean;
  #minimized = false;
  #destroyed = false;
  #painted = false;
  readonly #focused: (window: FakeWindow) => void;

  constructor(
    options: Electron.BrowserWindowConstructorOptions,
    session: FakeSession | null = null,
    focused: (window: FakeWindow) => void = () => undefined,
  ) {
    super();
    this.options = options;
    this.shown = options.show ?? true;
    this.#focused = focused;
    this.webContents = new FakeContents(session);
    this.webContents.on('did-finish-load', () => {
      if (this.#painted) return;
      this.#painted = true;
      this.emit('ready-to-show');
    });
  }

  get loaded(): readonly string[] {
    return this.webContents.loaded;
  }
  get destroyed(): boolean {
    return this.#destroyed;
  }
  loadURL(url: string): Promise<void> {
    refuseDestroyed(this.#destroyed);
    return this.webContents.load(url);
  }
  show(): void {
    refuseDestroyed(this.#destroyed);
    this.shown = true;
  }
  focus(): void {
    refuseDestroyed(this.#destroyed);
    this.#focused(this);
  }
  minimize(): void {
    this.#minimized = true;
  }
  restore(): void {
    refuseDestroyed(this.#destroyed);
    this.#minimized = false;
  }
  isMinimized(): boolean {
    refuseDestroyed(this.#destroyed);
    return this.#minimized;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  /** As the person closes it: the page may object, then it is gone. */
  close(): void {
    refuseDestroyed(this.#destroyed);
    const event = new FakeEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#destroyed) return;
    this.webContents.destroy();
    this.#destroyed = true;
    this.emit('closed');
  }
}
