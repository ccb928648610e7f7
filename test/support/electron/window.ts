import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { FakeContents, FakeEvent, refuseDestroyed } from './contents.ts';
import type { FakeSession } from './session.ts';

type Shell = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'restore'
  | 'setBounds'
  | 'setFullScreen'
  | 'setOverlayIcon'
  | 'show'
  | 'showInactive'
>;

/** A window with a life: shown, minimised, focused, closed and destroyed. */
export class FakeWindow extends EventEmitter implements Shell {
  readonly webContents: FakeContents;
  readonly options: Electron.BrowserWindowConstructorOptions;
  shown: boolean;
  hasFocus = false;
  overlay: { image: unknown; description: string } | null = null;
  #minimized = false;
  #maximized = false;
  #fullScreen = false;
  #bounds: Electron.Rectangle;
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
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    if ((options.x === undefined) !== (options.y === undefined))
      throw new Error('x and y belong together');
    this.#bounds = { x, y, width, height };
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
    this.showInactive();
    this.#minimized = false;
    this.focus();
  }
  showInactive(): void {
    refuseDestroyed(this.#destroyed);
    this.shown = true;
  }
  isVisible(): boolean {
    refuseDestroyed(this.#destroyed);
    return this.shown && !this.#minimized;
  }
  focus(): void {
    refuseDestroyed(this.#destroyed);
    this.hasFocus = true;
    this.#focused(this);
    this.emit('focus');
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
  isFocused(): boolean {
    refuseDestroyed(this.#destroyed);
    return this.hasFocus;
  }
  setOverlayIcon(image: Electron.NativeImage | null, description: string): void {
    refuseDestroyed(this.#destroyed);
    this.overlay = { image, description };
  }
  /** The person turns to something else. */
  blur(): void {
    this.hasFocus = false;
    this.emit('blur');
  }
  maximize(): void {
    refuseDestroyed(this.#destroyed);
    this.#maximized = true;
    this.shown = true;
    this.emit('maximize');
  }
  isMaximized(): boolean {
    refuseDestroyed(this.#destroyed);
    return this.#maximized;
  }
  setFullScreen(on: boolean): void {
    refuseDestroyed(this.#destroyed);
    this.#fullScreen = on;
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen');
  }
  isFullScreen(): boolean {
    refuseDestroyed(this.#destroyed);
    return this.#fullScreen;
  }
  getBounds(): Electron.Rectangle {
    refuseDestroyed(this.#destroyed);
    return { ...this.#bounds };
  }
  getNormalBounds(): Electron.Rectangle {
    return this.getBounds();
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    refuseDestroyed(this.#destroyed);
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('move');
    this.emit('resize');
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  /** As the person closes it: the page may object, then it is gone. */
  close(): void {
    refuseDestroyed(this.#destroyed);
    const event = new FakeEvent();
    this.emit('close', event);
    if (!event.defaultPrevented && this.webContents.mayUnload()) this.destroy();
  }
  destroy(): void {
    if (this.#destroyed) return;
    this.webContents.destroy();
    this.#destroyed = true;
    this.emit('closed');
  }
}
