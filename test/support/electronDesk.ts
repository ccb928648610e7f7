import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { expect } from 'vitest';
import { electronBinary, windowProblem } from '../../build/tools/electron.mjs';
import type { Bridge, CallName, Input, Output } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import { startTestService, type TestService } from './localService.ts';
import type { JobDesk } from './mainJob.ts';

/** The desk in a real Electron, over a real service of its own. */

const root = path.resolve(import.meta.dirname, '..', '..');

/** Loaded before the app: remembers the worker threads that it starts, so that a test can end them. */
const WATCH_WORKERS = `
const threads = require('node:worker_threads');
const started = (globalThis.startedWorkers = []);
threads.Worker = class extends threads.Worker {
  constructor(...given) {
    super(...given);
    started.push(this);
  }
};
require('node:module').syncBuiltinESMExports();
`;

/** Why no Electron can be started here; undefined where one can. */
export function electronProblem(): string | undefined {
  if (electronBinary() === undefined) return 'there is no Electron binary';
  const { env, platform } = process;
  return windowProblem({ env, platform, uid: process.getuid?.() });
}

function binary(): string {
  const found = electronBinary();
  if (found === undefined) throw new Error('There is no Electron binary.');
  return found;
}

export interface ElectronDesk extends JobDesk {
  readonly app: ElectronApplication;
  readonly service: TestService;
  /** Data folder of the app. */
  readonly folder: string;
  /** Starts the app once more over the same data; the end of that start. */
  secondStart(...args: string[]): Promise<number | null>;
  close(): Promise<void>;
}

/** Calls the core as the page does. */
export function callFrom<N extends CallName>(
  page: Page,
  name: N,
  input: Input<N>,
): Promise<Result<Output<N>>> {
  const asked: [string, unknown] = [name, input];
  return page.evaluate(
    ([of, given]) =>
      (window as unknown as { waybill: Bridge }).waybill.call(of as never, given as never),
    asked,
  );
}

/** Starts the app, not signed in, with a service that it can sign in to. */
export async function openElectron(vehicles: number, ...args: string[]): Promise<ElectronDesk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-electron-'));
  const data = path.join(folder, 'desk');
  const service = await startTestService({ dataDir: path.join(folder, 'service'), vehicles });
  const workers = path.join(folder, 'workers.cjs');
  await writeFile(workers, WATCH_WORKERS);
  let pdf = 0;

  async function launch(...more: string[]): Promise<{ app: ElectronApplication; page: Page }> {
    const app = await _electron.launch({
      executablePath: binary(),
      args: ['-r', workers, root, '--data', data, ...more],
    });
    const page = await app.firstWindow();
    await page.locator('main').waitFor();
    return { app, page };
  }
  let open = await launch(...args);

  return {
    folder: data,
    service,
    get app() {
      return open.app;
    },
    get page() {
      return open.page;
    },
    call: (name, input) => callFrom(open.page, name, input),
    async restart() {
      await open.app.close();
      open = await launch();
    },
    async file() {
      const saved = path.join(folder, `answer ${(pdf += 1)}.pdf`);
      // The person's part: the system's dialog is answered.
      await open.app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, saved);
      await open.page.getByRole('button', { name: 'Export PDF' }).click();
      await expect.poll(() => existsSync(saved), { timeout: 60_000 }).toBe(true);
      return saved;
    },
    async secondStart(...more) {
      const second = spawn(binary(), [root, '--data', data, ...more], { stdio: 'ignore' });
      await once(second, 'exit');
      return second.exitCode;
    },
    async close() {
      await open.app.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs in by the form, as a person does. */
export async function signIn({ page, service }: ElectronDesk): Promise<void> {
  const { baseUrl, token } = service.running();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Server address').fill(baseUrl);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByTestId('connection-chip').waitFor();
}
