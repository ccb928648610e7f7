import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ok } from '../../../shared/result.ts';
import { createElectron, type Given } from '../../support/electron.ts';
import { DESK_PREFERENCES, SCHEMES } from '../../support/safeValues.ts';
import { assertDenied } from './denied.ts';
import type { Load } from './load.ts';
import { comes, setStage } from './stage.ts';

const core = {
  call: () => Promise.resolve(ok({ total: 0, inFlight: 0, kinds: [] })),
  on: () => () => undefined,
  close: () => Promise.resolve(),
};

const NETS = ['uncaughtException', 'unhandledRejection'] as const;

/** Starts the composition root on a stand-in of its own. */
async function begin(
  load: Load,
  argv: string[],
  given: Given,
  createCore: (ports: unknown) => Promise<unknown>,
) {
  const fake = createElectron(os.tmpdir(), given);
  setStage({ electron: fake.electron, createCore });
  // One that was started before is over.
  process.removeAllListeners('SIGTERM');
  const before = process.argv;
  const nets = NETS.map((name) => process.listeners(name as 'uncaughtException'));
  process.argv = ['electron', ...argv];
  try {
    await load('electron/main.ts');
  } finally {
    process.argv = before;
    for (const [index, name] of NETS.entries()) {
      for (const listener of process.listeners(name as 'uncaughtException')) {
        if (nets[index]?.includes(listener) !== true) process.off(name, listener);
      }
    }
  }
  return fake.recorded;
}

/** Folders of apps that were started: they go on, and save where their windows are, until the end. */
const left: string[] = [];
process.once('exit', () => {
  for (const folder of left) rmSync(folder, { recursive: true, force: true });
});

/** Electron is told everything that protects before it may act on anything else. */
export async function mainStarts(load: Load): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-protect-'));
  left.push(folder);
  const given: object[] = [];
  const opens = (ports: unknown): Promise<unknown> => {
    given.push(ports as object);
    return Promise.resolve(ok(core));
  };
  const argv = ['.', '--data', path.join(folder, 'own')];
  const recorded = await begin(load, argv, {}, opens);
  assert.equal(await comes(() => recorded.windows[0]?.shown === true), true);
  assert.deepEqual(recorded.calls.slice(0, recorded.calls.indexOf('app.whenReady')), [
    'app.setPath userData',
    'app.enableSandbox',
    'protocol.registerSchemesAsPrivileged',
    'app.requestSingleInstanceLock',
  ]);
  assert.equal(given[0] !== undefined && 'policy' in given[0], true);
  assert.deepEqual(recorded.schemes, SCHEMES);
  const [window] = recorded.windows;
  const preload = window?.options.webPreferences?.preload ?? '';
  assert.equal(path.basename(preload), 'preload.cjs');
  assert.deepEqual(window?.options.webPreferences, { ...DESK_PREFERENCES, preload });
  assert.equal(window.webContents.navigate('https://evil.example/'), false);
  const session = recorded.sessions.get('default');
  assert.ok(session);
  assertDenied(session);
  assert.deepEqual(session.spelled, []);
  assert.equal(session.downloads('https://evil.example/x'), false);
  assert.equal((await session.fetch('app://waybill/trouble.html')).status, 200);
  assert.equal((await session.fetch('app://evil/trouble.html')).status, 403);

  const second = await begin(load, argv, { lock: false }, opens);
  assert.equal(await comes(() => second.windows.length > 0), false);
  assert.equal(second.quit, true);
}

/** An installed app whose pages nothing would confine opens none. */
export async function unconfined(load: Load): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-protect-'));
  left.push(folder);
  for (const name of ['no-sandbox', 'remote-debugging-port', 'remote-debugging-pipe']) {
    const given = { switches: [name] };
    const recorded = await begin(load, ['.', '--data', folder], given, () =>
      Promise.resolve(ok(core)),
    );
    assert.equal(await comes(() => recorded.exitCode !== null), true, name);
    assert.deepEqual([recorded.exitCode, recorded.windows], [1, []]);
  }
}

/** A start that throws leaves neither a lock nor a process without a window. */
export async function startFails(load: Load): Promise<void> {
  const recorded = await begin(load, ['.'], {}, () => Promise.reject(new Error('made up')));
  assert.equal(await comes(() => recorded.exitCode !== null), true);
  assert.equal(recorded.exitCode, 1);
  assert.equal(recorded.locked, false);
  assert.equal(recorded.errorBoxes.length, 1);
}
