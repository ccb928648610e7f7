import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { createElectron, type FakeWindow, type Given } from './electron.ts';
import { eventually } from './eventually.ts';

export type Launched = ReturnType<typeof createElectron>;

const folders: string[] = [];
const running: Launched[] = [];
/** Of the tests' own process; an app that was launched adds its own. */
const own = process.listeners('SIGTERM');

export interface Launch extends Given {
  /** The command line behind the executable. */
  argv?: string[];
  /** Modules in the place of others, by their path from this folder. */
  modules?: Record<string, () => object>;
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-'));
  folders.push(folder);
  return folder;
}

/** Starts the app's composition root on the stand-in, in a fresh data folder. */
export async function launch(options: Launch = {}): Promise<Launched> {
  const fake = createElectron(await temporaryFolder(), options);
  running.push(fake);
  vi.resetModules();
  vi.doMock('electron', () => fake.electron);
  // The built desk is another test's business; the shell wants a folder with a page in it.
  vi.doMock('../../electron/shell/protocol.ts', async (original) => ({
    ...(await original<object>()),
    readAppFiles: () =>
      Promise.resolve(
        new Map([['/index.html', { bytes: new Uint8Array(1), type: 'text/html; charset=utf-8' }]]),
      ),
  }));
  for (const [name, make] of Object.entries(options.modules ?? {})) vi.doMock(name, make);
  const { argv } = process;
  process.argv = ['electron', ...(options.argv ?? [])];
  const listeners = watched.map((name) => process.listeners(name as 'uncaughtException'));
  try {
    await import('../../electron/main.ts');
  } finally {
    process.argv = argv;
    // The app's own nets would catch what belongs to the test.
    for (const [index, name] of watched.entries()) {
      for (const listener of process.listeners(name as 'uncaughtException')) {
        if (!listeners[index]?.includes(listener)) process.off(name, listener);
      }
    }
    for (const name of Object.keys(options.modules ?? {})) vi.doUnmock(name);
  }
  return fake;
}
const watched = ['uncaughtException', 'unhandledRejection'] as const;

/** The one window of a started app. */
export async function opened(fake: Launched): Promise<FakeWindow> {
  await eventually(() => {
    if (fake.recorded.windows.length === 0) throw new Error('No window');
  });
  const [window] = fake.recorded.windows;
  if (window === undefined) throw new Error('No window');
  return window;
}

/** The same, once its core answers. */
export async function answering(fake: Launched): Promise<FakeWindow> {
  const window = await opened(fake);
  const handler = [...fake.recorded.invoke.values()][0];
  await handler?.(
    { sender: window.webContents, senderFrame: window.webContents.mainFrame } as never,
    'session.accounts',
    {},
  );
  return window;
}

/** Ends what was launched, whatever state it is in, and removes what it left. */
export async function endAll(): Promise<void> {
  for (const fake of running.splice(0)) {
    const { recorded, electron } = fake;
    if (recorded.exitCode !== null || recorded.quit || !recorded.locked) continue;
    recorded.answers = [0];
    electron.app.quit();
    await eventually(() => {
      if (!recorded.quit) throw new Error('It did not quit');
    });
  }
  for (const listener of process.listeners('SIGTERM')) {
    if (!own.includes(listener)) process.off('SIGTERM', listener);
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
