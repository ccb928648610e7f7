import {
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { recovery } from '../../../shared/ipc/recovery.ts';
import type { OpState } from '../../../shared/ipc/shapes.ts';
import { isOpen } from '../../../shared/rules/opStates.ts';
import { syncFile, syncFolder } from '../db/flush.ts';
import { readJournal, replaceJournal, withoutItsDatabase } from '../db/journal.ts';
import type { JournalEntry } from '../db/journal.ts';
import { JOURNALED } from '../db/journaledTables.ts';
import { conditionOf } from './reconcile.ts';
import type { Circumstances } from '../db/parts.ts';
import { salvage } from './salvage.ts';

/** Damaged files of one database that are kept; the oldest beyond these make room. */
const MOST_ASIDE = 3;

/** `20260504T070000123Z`: sorts by time, and every file system takes it. */
function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:.]/g, '');
}

/**
 * Makes room for a new database in the place of a damaged one. First the journal gets whatever it
 * lacks and the damaged file still gives; only then is the file set aside, whole, with what SQLite
 * keeps beside it. Cut short at any point, the next opening goes on from there.
 */
export function setAsideDamaged(file: string, nowMs: number): Circumstances['damage'] {
  const journal = withoutItsDatabase(readJournal(`${file}.journal`));
  const names = new Map(journal.entries.map((entry) => [nameOf(entry), entry]));
  const lacking = salvage(file).filter((entry) => !names.has(nameOf(entry)));
  const proven = journal.exists && journal.state !== 'damaged' && !journal.copied;
  const setAside = journal.state === 'damaged' ? copyAside(`${file}.journal`, nowMs) : [];
  if (lacking.length > 0) {
    // Nothing proves what a write became after this copy of it.
    const doubted = lacking.map((entry): JournalEntry => {
      if (!proven || entry.table !== 'op' || !isOpen(entry.row['state'] as OpState)) return entry;
      return { ...entry, row: { ...entry.row, state: 'UNCERTAIN' } };
    });
    const entries = [...names.values(), ...doubted];
    replaceJournal(`${file}.journal`, entries, journal.batch, !proven);
  }
  const aside = freeName(`${file}.damaged-${stamp(nowMs)}`);
  setAside.unshift(path.basename(aside));
  const damage = { journal: conditionOf(journal), salvaged: lacking.length, setAside };
  writeFileSync(unfinishedFile(file), JSON.stringify(damage), { mode: 0o600, flush: true });
  // The log first: left behind, it would be taken for the new database's own.
  for (const end of ['-shm', '-wal', '']) {
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
  }
  syncFolder(file);
  return damage;
}

/** Holds, from before the damaged file is set aside until the new one is whole, what was found. */
const unfinishedFile = (file: string): string => `${file}.recovering`;

const unfinishedShape = z.pick(recovery, { journal: true, salvaged: true, setAside: true });

/** A recovery that was cut short after its damaged file was set aside, as it is to be told. */
export function unfinishedRecovery(file: string): Circumstances['damage'] {
  let text: string;
  try {
    text = readFileSync(unfinishedFile(file), 'utf8');
  } catch {
    return null;
  }
  try {
    const { success, data } = z.safeParse(unfinishedShape, JSON.parse(text));
    const aside = path.join(path.dirname(file), path.basename(data?.setAside[0] ?? ''));
    return success && data.setAside.length > 0 && existsSync(aside) ? data : null;
  } catch {
    // A note that was cut short itself.
    return null;
  }
}

/** The new database is whole, and has the account of it. */
export function recoveryEnded(file: string): void {
  rmSync(unfinishedFile(file), { force: true });
}

function nameOf({ table, row }: JournalEntry): string {
  return `${table} ${String(row[JOURNALED[table].key])}`;
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let n = 2; existsSync(name); n += 1) name = `${wanted}-${n}`;
  return name;
}

/**
 * Keeps a copy of a damaged journal, which is about to lose its damaged end and to be replaced; gives the copy's
 * name. Where it can't be copied, as on a full disk, it is a second name, under which all is there up to the damage.
 */
export function copyAside(file: string, nowMs: number): string[] {
  if (!existsSync(file)) return [];
  const aside = freeName(`${file}.damaged-${stamp(nowMs)}`);
  try {
    copyFileSync(file, aside);
    syncFile(aside);
  } catch {
    rmSync(aside, { force: true });
    linkSync(file, aside);
  }
  return [path.basename(aside)];
}

/**
 * Lets the oldest damaged files go, after what they held is in the new database; never those of
 * `young`, whatever the clock said when they got their names.
 */
export function dropOldest(file: string, young: readonly string[]): void {
  const folder = path.dirname(file);
  for (const prefix of [
    `${path.basename(file)}.damaged-`,
    `${path.basename(file)}.journal.damaged-`,
  ]) {
    const names = readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && !/-(wal|shm)$/.test(name))
      .sort();
    const oldFirst = [
      ...names.filter((name) => !young.includes(name)),
      ...names.filter((name) => young.includes(name)),
    ];
    for (const name of oldFirst.slice(0, -MOST_ASIDE)) {
      for (const end of ['', '-wal', '-shm']) {
        rmSync(path.join(folder, `${name}${end}`), { force: true });
      }
    }
  }
}
