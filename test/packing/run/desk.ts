import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  AnyEvent,
  Bridge,
  CallName,
  Input,
  Meant,
  Output,
} from '../../../shared/ipc/contract.ts';
import { createElectron, type FakeWindow } from '../../support/electron.ts';
import { runPreload } from '../../support/preloadWorld.ts';
import { setUp, type Started } from './stage.ts';

/** How long anything may take before it counts as never. */
const LIMIT_MS = 120_000;
const LOOK_MS = 250;

/** A packed app that runs on plain Node, seen from its page. */
export interface PackedApp {
  window: FakeWindow;
  threads: readonly Started[];
  /** What the page was told, oldest first. */
  events: AnyEvent[];
  /** Where the save dialog leads. */
  saveTo(file: string): void;
  /** Calls the core as the page does; throws the error of a call that failed. */
  call<N extends CallName>(name: N, input: Input<N> & Meant): Promise<Output<N>>;
  /** Waits until the answer is there, looking again whenever something was told. */
  until<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T>;
  /** The page's own side, anew: a renderer that was started again runs its preload script again. */
  connect(): void;
  /** Ends the app as a person does. */
  quit(): Promise<void>;
}

/**
 * Starts the main process of an unpacked archive on the stand-in of Electron.
 *
 * @param app folder that the archive was unpacked to
 * @param data folder for all that the app keeps
 */
export async function startPacked(app: string, data: string): Promise<PackedApp> {
  const { electron, recorded } = createElectron(data);
  const threads = setUp(electron);
  process.argv = ['waybill', '--data', data, '--local'];
  await import(pathToFileURL(path.join(app, 'dist', 'electron', 'main.js')).href);

  const events: AnyEvent[] = [];
  const listeners = new Set<() => void>();
  const heard = (): void => {
    for (const listener of [...listeners]) listener();
  };
  /** Until something is told, or for a moment: not everything is. */
  const news = (): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, LOOK_MS);
      listeners.add(done);
    });
  const until = async <T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> => {
    const ends = Date.now() + LIMIT_MS;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (recorded.exitCode !== null) throw new Error(recorded.errorBoxes.join('\n'));
      if (Date.now() > ends) throw new Error(`It never came: ${what}`);
      await news();
    }
  };

  const window = await until('a window', () => recorded.windows[0] ?? null);
  await until('a page', () => (window.shown ? true : null));
  const preload = readFileSync(path.join(app, 'dist', 'electron', 'preload.cjs'), 'utf8');
  let bridge: Bridge | null = null;
  const connect = (): void => {
    ({ bridge } = runPreload(preload, window.webContents, recorded.invoke));
    bridge.on((event) => {
      events.push(event);
      heard();
    });
  };
  connect();

  return {
    ...{ window, threads, events, until, connect },
    saveTo: (file) => void (recorded.saveTo = file),
    async call(name, input) {
      if (bridge === null) throw new Error('There is no page');
      const result = await bridge.call(name, input);
      if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
      return result.value;
    },
    async quit() {
      electron.app.quit();
      await until('the end', () => (recorded.quit ? true : null));
    },
  };
}
