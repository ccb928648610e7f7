import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { defaultProfile } from '../../electron/core/api/profile.ts';
import { TITLE_INDEX } from '../../electron/core/mirror/catchUp.ts';
import { listTable } from '../../electron/core/mirror/listTables.ts';
import type { Store } from '../../electron/core/database.ts';
import { createSync } from '../../electron/core/sync/createSync.ts';
import type { Sync } from '../../electron/core/sync/sync.ts';
import { jsonElements, jsonMember } from '../../shared/rules/jsonText.ts';
import { watchTurns } from '../support/turns.ts';
import { accountOver, clientOf, openMirror, valueOf } from './account.ts';
import { median, nowMs, p95, say, timed, type Figure } from './figure.ts';
import { SqlitePeer } from './peer.ts';
import { change, instantService, outboxOver } from './queue.ts';
import { VEHICLES, type Source } from './source.ts';

/** Scans of all vehicles, beside what no client can do without: download, parse, insert. */

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

/** Waits until all is built that a first load leaves for afterwards: every order, filter and text. */
async function built(file: string): Promise<void> {
  const db = new Database(file, { readonly: true });
  const names = [TITLE_INDEX, ...listTable('vehicle').indexes.map(({ name }) => name)];
  const made = db.prepare<[string], number>(
    'SELECT count(*) FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))',
  );
  const behind = db.prepare<[], number>(
    `SELECT count(*) FROM search WHERE rowid >
       (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'search.indexedTo')`,
  );
  while (made.pluck().get(JSON.stringify(names)) !== names.length || behind.pluck().get() !== 0) {
    await wait(20);
  }
  db.close();
}

/** @param takeIn what the peer does with the rows, ms; null where it is not asked */
async function peerOf(
  source: Source,
  takeIn: ((rows: ReadonlyMap<string, string>) => number) | null,
): Promise<Peer> {
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
  const insert = takeIn === null ? 0 : takeIn(rows);
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
  /** Until all of it is searched and ordered by an index, where that is waited for. */
  ms: number;
  /** Until a list that was sorted otherwise than it came could be shown; null where not asked. */
  usableMs: number | null;
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
  account.disconnect();
  return value;
}

/** Asks again and again for a sorted page until it is full; ms. */
async function usable(store: Store): Promise<number> {
  const view = { entity: 'vehicle', sort: { field: 'defaultLabel', descending: false } } as const;
  const from = nowMs();
  for (;;) {
    const { rows } = await store.read('records.window', { view, offset: 0, limit: 100 });
    if (rows.length === 100) return nowMs() - from;
    await wait(10);
  }
}

/** @param file where all that is built afterwards is waited for, too */
function scan(folder: string, source: Source, store: Store, file: string | null): Promise<Scanned> {
  return withSync(folder, source, store, async (sync) => {
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    histogram.enable();
    const cpuBefore = cpuMs();
    const isUsable = file === null ? Promise.resolve(null) : usable(store);
    const { ms, value } = await timed(async () => {
      const scanned = await sync.scan('vehicle');
      histogram.disable();
      if (file !== null) await built(file);
      return scanned;
    });
    valueOf(value);
    const usableMs = await isUsable;
    return { ms, usableMs, cpuMs: cpuMs() - cpuBefore, delay: delays(histogram) };
  });
}

/** Writes and first pages of a person while all vehicles come in; ms each. */
async function besideScan(
  folder: string,
  source: Source,
  store: Store,
): Promise<{ writes: number[]; pages: number[] }> {
  return withSync(folder, source, store, async (sync) => {
    const outbox = outboxOver(folder, store, instantService(new Map()));
    let scanning = true as boolean;
    const scanned = sync.scan('vehicle').finally(() => (scanning = false));
    await usable(store);
    const writes: number[] = [];
    const pages: number[] = [];
    const shown = await store.read('records.ids', { view: { entity: 'vehicle' } });
    for (let round = 0; scanning; round += 1) {
      const id = shown.ids[round % shown.ids.length] ?? '';
      writes.push((await timed(() => change(outbox, id, `Meanwhile ${round}`))).ms);
      const sort = { field: round % 2 === 0 ? 'regNo' : 'lastLoggedAt', descending: false };
      const view = { entity: 'vehicle', sort } as const;
      const page = await timed(() => store.read('records.window', { view, offset: 0, limit: 100 }));
      pages.push(page.ms);
      await wait(40);
    }
    valueOf(await scanned);
    await outbox.close();
    return { writes, pages };
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

/** Seconds of a scan beside download, parsing and what the peer does with the rows. */
function scanFigure(name: string, mostS: number, runs: readonly Run[]): Figure {
  const mid = (of: (one: Run) => number): number => median(runs.map(of));
  const sum = ({ peer }: Run): number => peer.downloadMs + peer.parseMs + peer.insertMs;
  const ratio = mid((run) => run.scan.ms / sum(run));
  const cpu = mid(({ scan: { cpuMs: own }, peer }) => own / peer.cpuMs);
  return {
    ...{ name, value: mid((run) => run.scan.ms) / 1000, unit: 's' },
    ...{ aim: { most: mostS }, samples: runs.length },
    beside: `${say(ratio, '')} times better-sqlite3: ${say(mid(sum), 'ms')}; in processor time ${say(cpu, '')} times it`,
    more: {
      ratio,
      cpuRatio: cpu,
      scanCpuMs: mid((run) => run.scan.cpuMs),
      peerCpuMs: mid(({ peer }) => peer.cpuMs),
      downloadMs: mid(({ peer }) => peer.downloadMs),
      parseMs: mid(({ peer }) => peer.parseMs),
      peerMs: mid(({ peer }) => peer.insertMs),
    },
  };
}

function peerFigure(name: string, value: number, samples: number): Figure {
  const told = { name: `better-sqlite3 alone: ${name}`, value, unit: 'ms', aim: null, samples };
  return { ...told, beside: '', more: {} };
}

/** What plain SQLite answers and writes, with the same rows. */
async function peerFigures(folder: string, rows: ReadonlyMap<string, string>): Promise<Figure[]> {
  const file = path.join(folder, 'peer.db');
  const first = new SqlitePeer(file);
  first.load(rows);
  first.close();
  const opened = await timed(() => {
    const peer = new SqlitePeer(file);
    peer.pages();
    return peer;
  });
  const peer = opened.value;
  const titles = [...rows.values()]
    .filter((_, index) => index % Math.ceil(rows.size / 12) === 0)
    .map(
      (row) => (JSON.parse(row) as { regNo?: string; defaultLabel?: string }).defaultLabel ?? '',
    );
  const typed = titles.flatMap((title) =>
    Array.from(title, (_, at) => title.slice(0, at + 1)).filter((text) => text.length > 1),
  );
  peer.search(typed);
  const pages = peer.pages();
  peer.filtered();
  const { one, two } = peer.filtered();
  const search = peer.search(typed);
  const writes = peer.writes(1000);
  peer.close();
  return [
    peerFigure('ordered first page, p95', pages, 22),
    peerFigure('one filter with its count, p95', one, 20),
    peerFigure('two filters with their count, p95', two, 400),
    peerFigure('search as you type, p95', search, typed.length),
    peerFigure('durable write, p95', writes.p95, 1000),
  ];
}

/** Scans into fresh mirrors, each beside its peers, then again after one row in a hundred changed. */
export async function scanFigures(folder: string, source: Source, runs: number): Promise<Figure[]> {
  const full: Run[] = [];
  const again: Run[] = [];
  const held: number[] = [];
  const beside: { writes: number[]; pages: number[] } = { writes: [], pages: [] };
  // Makes the service produce every page once; afterwards they come from memory.
  const first = await peerOf(source, null);
  const idle = await idleDelays(2000);
  for (let run = 0; run < runs; run += 1) {
    const file = path.join(folder, 'scan', `mirror-${run}.db`);
    const store = await openMirror(file);
    const fresh = await scan(folder, source, store, file);
    const plain = new SqlitePeer(path.join(folder, 'scan', `peer-${run}.db`));
    const peer = await peerOf(source, (rows) => plain.load(rows));
    requireSame(file, peer.rows);
    full.push({ scan: fresh, peer });
    const changed = await source.change(CHANGED_EVERY, `Changed in run ${run}:`);
    if (changed !== Math.floor(first.rows.size / CHANGED_EVERY)) {
      throw new Error(`${changed} rows changed`);
    }
    const second = await scan(folder, source, store, null);
    const secondPeer = await peerOf(source, (rows) => plain.refresh(rows));
    plain.close();
    requireSame(file, secondPeer.rows);
    again.push({ scan: second, peer: secondPeer });
    held.push(await heldMs(folder, source, store));
    await store.close();
    const another = await openMirror(path.join(folder, 'scan', `beside-${run}.db`));
    const asked = await besideScan(folder, source, another);
    await another.close();
    beside.writes.push(...asked.writes);
    beside.pages.push(...asked.pages);
    rmSync(path.join(folder, 'scan'), { recursive: true, force: true });
  }
  const delay = (of: (one: Scanned['delay']) => number): number =>
    median(full.map((run) => of(run.scan.delay)));
  const waited = (name: string, took: readonly number[], most: number): Figure => ({
    ...{ name, value: p95(took), unit: 'ms', aim: { most }, samples: took.length },
    beside: `median ${say(median(took), 'ms')}, slowest ${say(Math.max(...took), 'ms')}`,
    more: { medianMs: median(took), slowestMs: Math.max(...took) },
  });
  return [
    scanFigure(`${first.rows.size} vehicles into the mirror, everything searchable`, 8, full),
    {
      name: 'until the first list can be used and sorted while it loads',
      value: median(full.map(({ scan: { usableMs } }) => usableMs ?? 0)) / 1000,
      ...{ unit: 's', aim: { most: 1 }, samples: runs, beside: '', more: {} },
    },
    scanFigure('scan in which 1 % changed', 1.3, again),
    waited("a person's write while all of it loads, p95", beside.writes, 15),
    waited('a first page while all of it loads, p95', beside.pages, 10),
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
    ...(await peerFigures(folder, first.rows)),
  ];
}
