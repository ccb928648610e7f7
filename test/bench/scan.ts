import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { defaultProfile } from '../../electron/core/api/profile.ts';
import { addFunctions } from '../../electron/core/mirror/functions.ts';
import { migrate } from '../../electron/core/db/open.ts';
import type { Store } from '../../electron/core/database.ts';
import { createSync } from '../../electron/core/sync/createSync.ts';
import type { Sync } from '../../electron/core/sync/sync.ts';
import { jsonElements, jsonMember } from '../../shared/rules/jsonText.ts';
import { watchTurns } from '../support/turns.ts';
import { accountOver, clientOf, openMirror, valueOf } from './desk.ts';
import { median, say, timed, type Figure } from './figure.ts';
import type { Source } from './source.ts';

/** Scans of all vehicles, beside what no client can do without: download, parse, insert. */

const VEHICLES = '/vehicles/fields/json';
/** One row in so many changes between two scans. */
const CHANGED_EVERY = 100;

interface Peer {
  downloadMs: number;
  parseMs: number;
  insertMs: number;
  /** Processor time of the three. */
  cpuMs: number;
  rows: Map<string, string>;
}

const rowsOf = (bodies: readonly Buffer[]): Map<string, string> => {
  const rows = new Map<string, string>();
  for (const body of bodies) {
    for (const row of jsonElements(jsonMember(body.toString('utf8'), 'data') ?? '[]')) {
      rows.set(jsonMember(row, 'id') ?? '', row);
    }
  }
  return rows;
};

/** A hash of ids and texts, in the order of the ids. */
function hashOf(rows: Iterable<readonly [string, string]>): string {
  const hash = createHash('sha256');
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, text] of sorted) hash.update(`${id} ${text}\n`);
  return hash.digest('hex');
}

/** What the mirror holds of the living vehicles, read behind the core's back. */
function mirrored(file: string): Iterable<readonly [string, string]> {
  const db = new Database(file, { readonly: true });
  const rows = db
    .prepare("SELECT id, base FROM record WHERE entity = 'vehicle' AND archived = 0")
    .raw()
    .all() as [string, string][];
  db.close();
  return rows;
}

function requireSame(file: string, rows: ReadonlyMap<string, string>): void {
  if (hashOf(mirrored(file)) !== hashOf(rows)) {
    throw new Error('The mirror does not hold what the service sent; no time counts.');
  }
}

/** Rows of a transaction of the peer: few fsyncs, and no transaction that outgrows the cache. */
const PEER_BATCH = 1000;

/** The least that a full mirror costs: one prepared statement in large batches, the same schema. */
async function insertMs(file: string, rows: ReadonlyMap<string, string>): Promise<number> {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('temp_store = MEMORY');
  db.pragma(`mmap_size = ${256 * 1024 * 1024}`);
  addFunctions(db);
  migrate(db);
  const insert = db.prepare(
    "INSERT INTO record (entity, id, base, read_at) VALUES ('vehicle', ?, ?, 1)",
  );
  const entries = [...rows];
  const batch = db.transaction((from: number) => {
    for (const [id, row] of entries.slice(from, from + PEER_BATCH)) insert.run(id, row);
  });
  const { ms } = await timed(() => {
    for (let from = 0; from < entries.length; from += PEER_BATCH) batch(from);
  });
  db.close();
  return ms;
}

async function peerOf(source: Source, file: string | null): Promise<Peer> {
  const from = cpuMs();
  const download = await timed(() => source.download(VEHICLES, defaultProfile.pageSize));
  const parse = await timed(() =>
    download.value.map((body) => (JSON.parse(body.toString('utf8')) as { data: object[] }).data),
  );
  let cpu = cpuMs() - from;
  const rows = rowsOf(download.value);
  const parsed = parse.value.reduce((sum, page) => sum + page.length, 0);
  if (parsed !== rows.size) throw new Error('The download holds a vehicle twice');
  const before = cpuMs();
  const insert = file === null ? 0 : await insertMs(file, rows);
  cpu += cpuMs() - before;
  return { downloadMs: download.ms, parseMs: parse.ms, insertMs: insert, cpuMs: cpu, rows };
}

/** The event loop's delay, ms beyond the histogram's own millisecond. */
function delays(histogram: ReturnType<typeof monitorEventLoopDelay>): { p99: number; max: number } {
  const beyond = (ns: number): number => Math.max(0, ns / 1e6 - 1);
  return { p99: beyond(histogram.percentile(99)), max: beyond(histogram.max) };
}

async function idleDelays(ms: number): Promise<{ p99: number; max: number }> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await wait(ms);
  histogram.disable();
  return delays(histogram);
}

interface Scanned {
  ms: number;
  /** Processor time of all threads of this process. */
  cpuMs: number;
  delay: { p99: number; max: number };
}

/** Processor time that this process has used so far, ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function withSync<T>(
  folder: string,
  source: Source,
  store: Store,
  act: (sync: Sync) => Promise<T>,
): Promise<T> {
  const account = accountOver(folder, store, (ports) =>
    clientOf(ports, source.baseUrl, source.token),
  );
  const sync = createSync(account);
  const value = await act(sync);
  await sync.close();
  account.ports.http.close();
  return value;
}

function scan(folder: string, source: Source, store: Store): Promise<Scanned> {
  return withSync(folder, source, store, async (sync) => {
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    histogram.enable();
    const cpuBefore = cpuMs();
    const { ms, value } = await timed(() => sync.scan('vehicle'));
    histogram.disable();
    valueOf(value);
    return { ms, cpuMs: cpuMs() - cpuBefore, delay: delays(histogram) };
  });
}

/** The longest that a scan holds this thread, ms of its processor time; watching costs time too. */
function heldMs(folder: string, source: Source, store: Store): Promise<number> {
  return withSync(folder, source, store, async (sync) => {
    const turns = watchTurns();
    const scanned = await sync.scan('vehicle');
    const { longestMs } = turns.stop();
    valueOf(scanned);
    return longestMs;
  });
}

interface Run {
  scan: Scanned;
  peer: Peer;
}

function ratioFigure(name: string, most: number, runs: readonly Run[], inserts: boolean): Figure {
  const mid = (of: (one: Run) => number): string => say(median(runs.map(of)), 'ms');
  const sum = ({ peer }: Run): number => peer.downloadMs + peer.parseMs + peer.insertMs;
  const cpu = median(runs.map(({ scan: { cpuMs: own }, peer }) => own / peer.cpuMs));
  const insert = inserts ? ` + insert ${mid(({ peer }) => peer.insertMs)}` : '';
  return {
    ...{ name, value: median(runs.map((run) => run.scan.ms / sum(run))), unit: '' },
    ...{ aim: { most }, samples: runs.length },
    beside:
      `${mid((run) => run.scan.ms)} against download ${mid(({ peer }) => peer.downloadMs)} + ` +
      `parse ${mid(({ peer }) => peer.parseMs)}${insert}; in processor time ${say(cpu, '')}`,
    more: {
      scanMs: median(runs.map((run) => run.scan.ms)),
      peerMs: median(runs.map(sum)),
      scanCpuMs: median(runs.map((run) => run.scan.cpuMs)),
      peerCpuMs: median(runs.map(({ peer }) => peer.cpuMs)),
    },
  };
}

/** Scans into fresh mirrors, each beside its peers, then again after one row in a hundred changed. */
export async function scanFigures(folder: string, source: Source, runs: number): Promise<Figure[]> {
  const full: Run[] = [];
  const again: Run[] = [];
  const held: number[] = [];
  // Makes the service produce every page once; afterwards they come from memory.
  const first = await peerOf(source, null);
  const idle = await idleDelays(2000);
  for (let run = 0; run < runs; run += 1) {
    const file = path.join(folder, 'scan', `mirror-${run}.db`);
    const store = await openMirror(file);
    const fresh = await scan(folder, source, store);
    const peer = await peerOf(source, path.join(folder, 'scan', `peer-${run}.db`));
    requireSame(file, peer.rows);
    full.push({ scan: fresh, peer });
    const changed = await source.change(CHANGED_EVERY, `Changed in run ${run}:`);
    if (changed !== Math.floor(first.rows.size / CHANGED_EVERY)) {
      throw new Error(`${changed} rows changed`);
    }
    const second = await scan(folder, source, store);
    const secondPeer = await peerOf(source, null);
    requireSame(file, secondPeer.rows);
    again.push({ scan: second, peer: secondPeer });
    held.push(await heldMs(folder, source, store));
    await store.close();
    rmSync(path.join(folder, 'scan'), { recursive: true, force: true });
  }
  const delay = (of: (one: Scanned['delay']) => number): number =>
    median(full.map((run) => of(run.scan.delay)));
  return [
    ratioFigure(`first full scan of ${first.rows.size} vehicles`, 1.5, full, true),
    ratioFigure('scan in which 1 % changed', 1.3, again, false),
    {
      name: "desk thread's delay during the scan, p99",
      value: delay(({ p99 }) => p99),
      ...{ unit: 'ms', aim: { most: 16 }, samples: runs },
      beside: `${say(idle.p99, 'ms')} with nothing to do`,
      more: { idleP99Ms: idle.p99 },
    },
    {
      name: 'desk thread held at once during a scan',
      value: Math.max(...held),
      ...{ unit: 'ms', aim: { most: 50 }, samples: runs },
      beside: `of its processor time; by the clock ${say(
        delay(({ max }) => max),
        'ms',
      )}, and ${say(idle.max, 'ms')} with nothing to do`,
      more: { clockMaxMs: delay(({ max }) => max), idleMaxMs: idle.max },
    },
  ];
}
