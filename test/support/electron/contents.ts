import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { FakeSession } from './session.ts';

/** An event that can be prevented, as Electron hands it to listeners. */
export class FakeEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** What Electron answers for an object that is gone. */
export function refuseDestroyed(destroyed: boolean): void {
  if (destroyed) throw new TypeError('Object has been destroyed');
}

export class FakeFrame implements Pick<Electron.WebFrameMain, 'url' | 'detached'> {
  detached = false;
  url: string;
  constructor(url: string) {
    this.url = url;
  }
}

/** Listeners of a page's preload script, by channel. */
export type PageListener = (event: unknown, ...args: unknown[]) => void;

type Shell = Pick<
  Electron.WebContents,
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'isCrashed'
  | 'isDestroyed'
  | 'printToPDF'
  | 'reload'
  | 'send'
  | 'setWindowOpenHandler'
>;

/**
 * A page with a life: it navigates, loads, fails, crashes and is destroyed, in Electron's order of
 * events, and what crosses to it is cloned.
 */
export class FakeContents extends EventEmitter implements Shell {
  readonly sent: unknown[][] = [];
  readonly loaded: string[] = [];
  /** The page's own listeners, where a preload script runs. */
  readonly page = new Map<string, Set<PageListener>>();
  openHandler: Parameters<Shell['setWindowOpenHandler']>[0] | null = null;
  printed = Buffer.from('%PDF-1.7');
  /** Addresses that fail to load, as `net::ERR_FAILED`. */
  failing: (url: string) => boolean = () => false;
  /** The page listens to `beforeunload` and would rather stay. */
  objects = false;
  readonly session: FakeSession | null;
  #frame = new FakeFrame('app://waybill/');
  #destroyed = false;
  #crashed = false;
  /** A page is there, and its renderer lives. */
  #lives = false;

  constructor(session: FakeSession | null = null) {
    super();
    this.session = session;
  }

  get mainFrame(): FakeFrame {
    refuseDestroyed(this.#destroyed);
    return this.#frame;
  }
  getURL(): string {
    refuseDestroyed(this.#destroyed);
    return this.#frame.url;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isCrashed(): boolean {
    refuseDestroyed(this.#destroyed);
    return this.#crashed;
  }
  setWindowOpenHandler(handler: Parameters<Shell['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }
  /** Clones what it sends; throws what can't be cloned, as Electron does. */
  send(channel: string, ...args: unknown[]): void {
    refuseDestroyed(this.#destroyed);
    const cloned = structuredClone(args);
    if (this.#crashed) return;
    this.sent.push([channel, ...cloned]);
    for (const listener of this.page.get(channel) ?? []) listener({}, ...cloned);
  }
  printToPDF(_options: Electron.PrintToPDFOptions): Promise<Buffer> {
    refuseDestroyed(this.#destroyed);
    // A renderer that is gone never answers.
    return this.#crashed ? new Promise(() => undefined) : Promise.resolve(this.printed);
  }
  forcefullyCrashRenderer(): void {
    refuseDestroyed(this.#destroyed);
    this.crash('killed');
  }

  /** The renderer dies: its frames are gone and nothing it was asked is answered. */
  crash(reason: Electron.RenderProcessGoneDetails['reason'], exitCode = 5): void {
    this.#crashed = true;
    this.#lives = false;
    this.#frame.detached = true;
    this.page.clear();
    const details: Electron.RenderProcessGoneDetails = { reason, exitCode };
    this.emit('render-process-gone', new FakeEvent(), details);
  }

  /**
   * Loads a page as `loadURL` does: asked by the app, so that nothing is asked before. A living page
   * goes to a fragment of its own by itself.
   */
  async load(url: string): Promise<void> {
    refuseDestroyed(this.#destroyed);
    const [page, fragment] = url.split('#', 2);
    if (this.#lives && fragment !== undefined && page === this.#frame.url.split('#', 1)[0]) {
      this.loaded.push(url);
      this.#frame.url = url;
      this.emit('did-navigate-in-page', new FakeEvent(), url, true);
      return;
    }
    await this.#loadAnew(url);
  }
  reload(): void {
    this.#loadAnew(this.#frame.url).catch(() => undefined);
  }

  async #loadAnew(url: string): Promise<void> {
    refuseDestroyed(this.#destroyed);
    this.loaded.push(url);
    const failed = this.failing(url) || !(await this.#answered(url));
    if (this.#destroyed) throw new Error('ERR_ABORTED (-3)');
    if (failed) {
      this.emit('did-fail-load', new FakeEvent(), -2, 'ERR_FAILED', url, true, 1, 1);
      throw new Error(`ERR_FAILED (-2) loading '${url}'`);
    }
    this.#commit(url);
  }

  async #answered(url: string): Promise<boolean> {
    if (this.session === null) return true;
    const reply = await this.session.fetch(url).catch(() => null);
    return reply !== null;
  }

  #commit(url: string): void {
    this.#crashed = false;
    this.#lives = true;
    this.#frame.detached = true;
    this.#frame = new FakeFrame(url);
    this.emit('did-navigate', new FakeEvent(), url, 200, 'OK');
    this.emit('dom-ready', new FakeEvent());
    this.emit('did-finish-load');
  }

  /** The page leads itself elsewhere; gives whether it got there. */
  navigate(url: string, by: 'will-navigate' | 'will-redirect' = 'will-navigate'): boolean {
    for (const name of [by, 'will-frame-navigate']) {
      const event = Object.assign(new FakeEvent(), { url, isMainFrame: true, frame: this.#frame });
      this.emit(name, event);
      if (event.defaultPrevented) return false;
    }
    this.#commit(url);
    return true;
  }

  /** A frame inside the page is led elsewhere; gives whether it got there. */
  navigateFrame(url: string): boolean {
    const event = Object.assign(new FakeEvent(), { url, isMainFrame: false, frame: null });
    this.emit('will-frame-navigate', event);
    return !event.defaultPrevented;
  }

  /** The page puts in a web view; gives whether it may. */
  attachWebview(): boolean {
    const event = new FakeEvent();
    this.emit('will-attach-webview', event, {}, {});
    return !event.defaultPrevented;
  }

  /** The page is asked before it goes; Electron asks nobody where it objects, and it stays. */
  mayUnload(): boolean {
    if (!this.objects || this.#crashed) return true;
    const event = new FakeEvent();
    this.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  /** The window is gone. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#frame.detached = true;
    this.#destroyed = true;
    this.page.clear();
    this.emit('destroyed');
  }
}
