import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { mainConfig } from '../../build/vite.electron.ts';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { systemRandom } from '../../electron/core/adapters/random.ts';
import {
  createAccountsFile,
  noAccounts,
  type SavedAccount,
} from '../../electron/core/session/accountsFile.ts';
import { accountFolder } from '../../electron/core/session/openAccount.ts';
import type { Measured } from './coreProcess.ts';
import { valueOf } from './account.ts';
import { median, say, type Figure } from './figure.ts';

/** The core in a process of its own, bundled as the app is, and from the source. */

const root = path.resolve(import.meta.dirname, '..', '..');

const ACCOUNT = 'b'.repeat(32);

/** Where the mirror of the bench's account lies inside a data folder. */
export function mirrorFile(dataDir: string): string {
  const ports = createNodePorts({ dataDir, logLevel: 'error' });
  return path.join(accountFolder(ports, ACCOUNT), 'mirror.db');
}

/** Makes the account of that mirror the one in use. */
export async function saveAccount(dataDir: string): Promise<void> {
  const account: SavedAccount = {
    ...{ id: ACCOUNT, workspace: 'remote' as const, service: 'https://fleet.invalid' },
    ...{ tenant: '1', user: '1', tenantName: 'Bench', userName: 'Bench', profile: '', waiting: 0 },
  };
  const file = createAccountsFile(dataDir, systemRandom());
  const state = { ...noAccounts(), active: ACCOUNT, workOffline: true, accounts: [account] };
  valueOf(await file.save(state));
}

/** Bundles the program as the app's main process is; gives its file, in a folder of its own. */
async function bundled(): Promise<string> {
  const outDir = path.join(root, 'dist', 'bench');
  await build({
    ...mainConfig,
    logLevel: 'error',
    build: {
      ...mainConfig.build,
      ssr: path.join(import.meta.dirname, 'coreProcess.ts'),
      outDir,
    },
  });
  return path.join(outDir, 'coreProcess.js');
}

async function start(program: string, dataDir: string): Promise<Measured> {
  const child = fork(program, [dataDir], { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(child, 'exit');
  const told = once(child, 'message') as Promise<[Measured]>;
  const [measured] = await Promise.race([
    told,
    ended.then(() => {
      throw new Error('The core ended before it told anything');
    }),
  ]);
  await ended;
  return measured;
}

function startFigure(name: string, starts: readonly Measured[], aim: Figure['aim'] = null): Figure {
  const mid = (of: (one: Measured) => number): number => median(starts.map(of));
  return {
    ...{ name, value: mid(({ rowsMs }) => rowsMs), unit: 'ms', aim },
    samples: starts.length,
    beside: `of these ${say(
      mid(({ loadedMs }) => loadedMs),
      'ms',
    )} until its code was there, ${say(
      mid(({ openMs, loadedMs }) => openMs - loadedMs),
      'ms',
    )} opening, ${say(
      mid(({ rowsMs, openMs }) => rowsMs - openMs),
      'ms',
    )} asking`,
    more: {},
  };
}

/** Starts the core several times over a data folder with a full mirror. */
export async function coreFigures(dataDir: string, runs: number): Promise<Figure[]> {
  const program = await bundled();
  await saveAccount(dataDir);
  const starts: Measured[] = [];
  const unbuilt: Measured[] = [];
  for (let run = 0; run < runs; run += 1) {
    starts.push(await start(program, dataDir));
    unbuilt.push(await start(path.join(import.meta.dirname, 'coreProcess.ts'), dataDir));
  }
  rmSync(path.dirname(program), { recursive: true, force: true });
  const figures = [
    startFigure('new process to the first rows', starts, { most: 150 }),
    startFigure('new process to the first rows, from the source', unbuilt),
  ];
  const told = starts.flatMap(({ memory }) => (memory === null ? [] : [memory]));
  const source = unbuilt.flatMap(({ memory }) => (memory === null ? [] : [memory.anonymousMb]));
  if (told.length > 0) {
    figures.push({
      name: 'memory of the core, without file-mapped pages',
      value: median(told.map(({ anonymousMb }) => anonymousMb)),
      ...{ unit: 'MB', aim: { most: 200 }, samples: told.length },
      beside: `and ${say(median(told.map(({ fileMappedMb }) => fileMappedMb)), 'MB')} of mapped files; from the source, with its compiler in each thread, ${say(median(source), 'MB')}`,
      more: {},
    });
  }
  return figures;
}

/** From the start of a process to the first page of a ledger with so many writes, ms. */
export async function ledgerStartMs(dataDir: string, writes: number): Promise<number> {
  const program = await bundled();
  await saveAccount(dataDir);
  const measured = await start(program, dataDir);
  rmSync(path.dirname(program), { recursive: true, force: true });
  if (measured.writes !== writes) throw new Error('The ledger has lost a write');
  return measured.ledgerMs;
}
