import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '../../electron/core/database.ts';
import type { Draw } from '../../electron/service/world/random.ts';
import { audit } from './audit.ts';
import { DIARY_FD } from './boundary.ts';
import type { Life } from './child.ts';
import { keptSteps, parseDiary } from './diary.ts';
import type { Entry } from './diary.ts';
import { DurableDisk, readRecord } from './durableDisk.ts';
import type { DiskEvent } from './durableDisk.ts';
import type { Unflushed } from './hooks.ts';
import { newDesk, runLife } from './lives.ts';
import type { Desk, Ending, World } from './lives.ts';
import type { Outcome } from './series.ts';

/** Power cuts: after each, the disk holds what was flushed, and the application starts on that. */

/** Whether this machine can record what a process flushes: Linux with a compiler of C. */
export const canRecord =
  process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

/** Compiles the recorder into a folder; gives the file to preload. */
export function compileShim(folder: string): string {
  const to = path.join(folder, 'powerShim.so');
  const from = path.join(import.meta.dirname, 'powerShim.c');
  execFileSync('cc', ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', to, from, '-ldl']);
  return to;
}

/** A child, the recorder that is loaded before it, and what it does not flush. */
export interface Recorded {
  child: string;
  shim: string;
  notFlushed?: readonly Unflushed[];
}

/** One life under the recorder. Gives the disk that plays its record, and the record. */
async function recorded(
  world: World,
  desk: Desk,
  { child, shim, notFlushed = [] }: Recorded,
  ending: Ending,
): Promise<{ disk: DurableDisk; record: ReturnType<typeof readRecord> }> {
  const file = `${path.dirname(desk.dataDir)}-record`;
  mkdirSync(desk.dataDir, { recursive: true, mode: 0o700 });
  const links = `${path.dirname(desk.dataDir)}-files`;
  mkdirSync(links, { recursive: true });
  rmSync(file, { force: true });
  const disk = new DurableDisk(desk.dataDir, links);
  await runLife(world, desk, child, ending, {
    LD_PRELOAD: shim,
    NOT_FLUSHED: notFlushed.join(' '),
    WAYBILL_RECORD: file,
    WAYBILL_RECORD_ROOT: desk.dataDir,
    WAYBILL_RECORD_FILES: links,
    // File operations go through libc, where the recorder sees them.
    UV_USE_IO_URING: '0',
  });
  return { disk, record: readRecord(file) };
}

/**
 * As `series`, but each kill is a power cut: the next life finds only what was flushed, and, with
 * `draw`, any part of the rest.
 */
export async function powerCuts(
  world: World,
  of: Recorded,
  number: number,
  endings: readonly Ending[],
  database: Life['database'],
  draw?: Draw,
): Promise<Outcome> {
  const desk = newDesk(world, number, database);
  for (const ending of endings) {
    const { disk, record } = await recorded(world, desk, of, ending);
    for (const event of record) disk.play(event);
    const left = `${desk.dataDir}-left`;
    disk.cut(left, draw);
    rmSync(desk.dataDir, { recursive: true });
    renameSync(left, desk.dataDir);
  }
  await runLife(world, desk, of.child);
  return { kills: endings.length, findings: audit(world, desk) };
}

/** What a life had acknowledged, and how much of it each possible power cut would have lost. */
export interface Survival {
  cuts: number;
  acknowledged: number;
  lost: string[];
}

/** Besides every acknowledgement the power is cut at so many places of a life at most. */
const PLACES_PER_LIFE = 250;

/**
 * The events after which the power is cut: every acknowledgement, and some of the named places; of
 * the acknowledgements only some, the last among them, where `most` is fewer.
 */
function momentsOf(record: readonly DiskEvent[], most: number, draw: Draw): Set<DiskEvent> {
  const told = record.filter((event) => event.is === 'told');
  const acknowledging = told.filter(
    ({ descriptor, text }) =>
      descriptor === DIARY_FD && parseDiary(text).some(({ is }) => is === 'kept'),
  );
  while (acknowledging.length > most)
    acknowledging.splice(draw.integer(0, acknowledging.length - 2), 1);
  const moments = new Set<DiskEvent>(acknowledging);
  const wanted = Math.min(most, moments.size + PLACES_PER_LIFE, told.length);
  const places = told.filter((event) => !moments.has(event));
  while (moments.size < wanted) {
    for (const event of places.splice(draw.integer(0, places.length - 1), 1)) moments.add(event);
  }
  return moments;
}

/**
 * Runs one life on a fresh disk and cuts the power `most` times at most: after every single
 * acknowledgement, as far as that goes, and at some other places. Each time the core itself opens
 * what is left, and must know everything that it had acknowledged till then. With `torn` any part of what was not flushed
 * is left, too.
 */
export async function survival(
  world: World,
  of: Recorded,
  number: number,
  ending: Ending,
  options: { most: number; draw: Draw; torn: boolean },
): Promise<Survival> {
  const { most, draw, torn } = options;
  const desk = newDesk(world, number, 'inline');
  const { disk, record } = await recorded(world, desk, of, ending);
  const left = `${desk.dataDir}-left`;
  const lost: string[] = [];
  let diary: Entry[] = [];
  let cuts = 0;
  const moments = momentsOf(record, most, draw);
  for (const event of record) {
    disk.play(event);
    if (event.is !== 'told') continue;
    if (event.descriptor === DIARY_FD) diary = [...diary, ...parseDiary(event.text)];
    if (!moments.has(event)) continue;
    disk.cut(left, torn ? draw : undefined);
    cuts += 1;
    for (const what of await missing(left, diary)) lost.push(`cut ${cuts}: ${what}`);
  }
  return { cuts, acknowledged: keptSteps(diary).size, lost };
}

/** What was acknowledged and is not there any more. */
async function missing(dataDir: string, diary: readonly Entry[]): Promise<string[]> {
  const kept = keptSteps(diary);
  const accounts = path.join(dataDir, 'accounts');
  const [account] = existsSync(accounts) ? readdirSync(accounts) : [];
  if (account === undefined) return kept.size > 0 ? ['the account’s folder'] : [];
  const file = path.join(accounts, account, 'mirror.db');
  const opened = await openStore({ file, mode: 'inline' });
  if (!opened.ok) return [`the database: ${opened.error.message}`];
  const store = opened.value;
  try {
    const gone: string[] = [];
    /** By key: what was acknowledged last, and what was asked after that. */
    const remembered = new Map<string, (string | null)[]>();
    for (const entry of diary) {
      if (entry.is !== 'intent') continue;
      if (entry.intent.do === 'remember') {
        const { key, value } = entry.intent;
        const before = kept.has(entry.step) ? [] : (remembered.get(key) ?? [null]);
        remembered.set(key, [...before, value]);
      }
      const opId = kept.get(entry.step)?.opId ?? null;
      if (opId === null || (await store.read('outbox.get', { id: opId })) !== null) continue;
      gone.push(`step ${entry.step}`);
    }
    for (const [key, possible] of remembered) {
      const { value } = await store.read('desk.recall', { key });
      if (!possible.includes(value)) gone.push(key);
    }
    return gone;
  } finally {
    await store.close();
  }
}
