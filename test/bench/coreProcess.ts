import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createNodePorts } from '../../electron/core/adapters/nodePorts.ts';
import { createCore } from '../../electron/core/createCore.ts';
import { valueOf } from './account.ts';

/**
 * A program: the whole core over a data folder with a full mirror, signed out. It tells its parent
 * how soon it had rows, and how much memory it took after the questions of a desk's first minute.
 */

export interface Measured {
  loadedMs: number;
  openMs: number;
  rowsMs: number;
  /** When the first page of the ledger was there, and how many writes it counts. */
  ledgerMs: number;
  writes: number;
  memory: { anonymousMb: number; fileMappedMb: number } | null;
}

/** Memory of this process by kind, MB; null where the system does not tell. */
function memory(): Measured['memory'] {
  if (process.platform !== 'linux') return null;
  const status = readFileSync('/proc/self/status', 'utf8');
  const mb = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { anonymousMb: mb('RssAnon'), fileMappedMb: mb('RssFile') };
}

async function beCore(dataDir: string): Promise<void> {
  const loadedMs = performance.now();
  const core = valueOf(await createCore(createNodePorts({ dataDir, logLevel: 'error' })));
  const openMs = performance.now();
  const view = { entity: 'vehicle', sort: { field: 'regNo' } } as const;
  const shown = valueOf(await core.call('records.window', { view, offset: 0, limit: 100 }));
  const rowsMs = performance.now();
  if (shown.rows.length !== 100) throw new Error('The mirror shows no rows');
  const ledger = valueOf(await core.call('outbox.list', { offset: 0, limit: 100 }));
  const ledgerMs = performance.now();
  // What a desk asks for in its first minute.
  for (const sort of ['defaultLabel', 'driver.fullName', 'lastLoggedAt', 'vin']) {
    for (let offset = 0; offset < shown.total; offset += 10_000) {
      const next = { entity: 'vehicle', sort: { field: sort } } as const;
      valueOf(await core.call('records.window', { view: next, offset, limit: 100 }));
    }
  }
  for (const text of ['van', 'truck 4', 'harbour', '47']) {
    valueOf(await core.call('records.search', { text, limit: 20 }));
  }
  valueOf(await core.call('records.positions', {}));
  await wait(500);
  process.send?.({
    loadedMs,
    openMs,
    rowsMs,
    ledgerMs,
    writes: ledger.total,
    memory: memory(),
  } satisfies Measured);
  await core.close();
  process.disconnect();
}

const [, , dataDir] = process.argv;
if (dataDir === undefined) throw new Error('Which data folder?');
await beCore(dataDir);
