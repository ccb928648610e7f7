import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { copyBefore, dropEarlier } from './beforeMigration.ts';
import { DAMAGED, Damage, guarded, machineFailure, refuseOthers } from './failure.ts';
import { entityOf } from './handles.ts';
import { Handle } from './handles.ts';
import { makePrivateFile } from './lock.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import type { Circumstances, DatabaseParts } from './parts.ts';

/** Older ones can corrupt a database when the write-ahead log is reset. */
const OLDEST_SQLITE = '3.51.3';
const MMAP_BYTES = 256 * 1024 * 1024;

function isAtLeast(version: string, oldest: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of oldest.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

function configure(db: Connection, parts: DatabaseParts, writer: boolean): void {
  if (writer) {
    db.pragma('journal_mode = WAL');
    // An acknowledged write must survive a power cut.
    db.pragma('synchronous = FULL');
    db.pragma('fullfsync = ON');
    db.pragma('checkpoint_fullfsync = ON');
  }
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma('temp_store = MEMORY');
  db.pragma(`mmap_size = ${MMAP_BYTES}`);
  parts.addFunctions(db);
}

function versionOf(db: Connection): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Applies what is missing, each step in a transaction that also sets the version. */
export function migrate(db: Connection, steps: readonly Migration[] = migrations): void {
  for (const step of steps) {
    if (step.version <= versionOf(db)) continue;
    db.transaction(() => {
      step.up(db);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  }
}

/** Triggers of this connection alone: what they note is told to the desk after the commit. */
function noteChanges(handle: Handle): void {
  handle.raw.function('note_change', (entity: unknown, id: unknown) => {
    handle.noteChange(entityOf(entity), String(id));
    return null;
  });
  handle.raw.exec(`
    CREATE TEMP TRIGGER note_insert AFTER INSERT ON main.record BEGIN
      SELECT note_change(new.entity, new.id);
    END;
    CREATE TEMP TRIGGER note_update AFTER UPDATE OF id, base, overlay, archived, temporary, listed,
      pending, mark, changed ON main.record BEGIN
      SELECT note_change(old.entity, old.id);
      SELECT note_change(new.entity, new.id);
    END;
    CREATE TEMP TRIGGER note_delete AFTER DELETE ON main.record BEGIN
      SELECT note_change(old.entity, old.id);
    END;
  `);
}

/** Tables whose every page is read at each start; the mirror's are met when they are used. */
const CHECKED = ['meta', 'op', 'op_lane', 'op_history', 'id_map', 'desk', 'trash'];

/** Throws where a page of the small tables, of the schema or of their indexes is broken. */
function checkPages(db: Connection): void {
  for (const table of CHECKED) {
    const found: unknown = db.prepare(`PRAGMA quick_check(${table})`).pluck().get();
    if (found !== 'ok') throw new Damage(table);
  }
}

/**
 * What was tried before the first release had forms with smaller numbers. Such a database is set
 * aside, and its journal gives back what can't be fetched again.
 */
function isUnreleased(version: number): boolean {
  return version < migrations[0].version;
}

/** What SQLite keeps beside a database, and what we do. */
const BESIDE = ['-wal', '-shm', '-journal', '.journal', '.journal.new', '.recovering'];

/** Makes the file where there is none. Throws where one of those beside it is something else. */
function makePlace(file: string): void {
  for (const end of BESIDE) refuseOthers(`${file}${end}`);
  makePrivateFile(file);
}

/** Opens the file, makes it where there is none, and brings it up to date. */
function connect(file: string, parts: DatabaseParts): Result<Handle> {
  let db: Connection | undefined;
  try {
    if (file !== ':memory:') makePlace(file);
    db = new Database(file);
    const sqlite = db.prepare('SELECT sqlite_version()').pluck().get();
    if (typeof sqlite !== 'string' || !isAtLeast(sqlite, OLDEST_SQLITE)) {
      db.close();
      return fail({
        kind: 'local',
        code: 'db.sqliteTooOld',
        message: `SQLite ${String(sqlite)} is older than ${OLDEST_SQLITE} and can damage a database.`,
        safe: 'Nothing was opened.',
        next: 'report',
      });
    }
    const newest = migrations.at(-1)?.version ?? 0;
    const version = versionOf(db);
    if (version > newest) {
      db.close();
      return fail({
        kind: 'local',
        code: 'db.newer',
        message: `This account's data was written by a newer Waybill (form ${version}; this one knows up to ${newest}).`,
        safe: 'Nothing was changed. Install the newer Waybill to go on.',
        next: 'report',
      });
    }
    const made = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
    if (made && isUnreleased(version)) throw new Damage('version');
    configure(db, parts, true);
    const older = made && version < newest && file !== ':memory:';
    if (older) copyBefore(db, file, version);
    migrate(db);
    if (made) checkPages(db);
    if (older) dropEarlier(file, version);
    const handle = new Handle(db, parts);
    parts.refreshDerived(handle);
    noteChanges(handle);
    return ok(handle);
  } catch (error) {
    db?.close();
    throw error;
  }
}

/** How a database is opened. */
export interface OpenWriterOptions {
  /** Dates what a recovery tells and the names of files that it sets aside; ms since 1970. */
  nowMs?: number;
  /** The file is known to be damaged, though it may look whole at first. */
  damaged?: boolean;
}

/**
 * Opens one identity's database for writing, makes it where there is none, and brings it up to
 * date. A damaged one is set aside and a new one takes its place; a lost or an older one gets from
 * its journal what it lacks. `handle.recovery` then tells what was found. Files are readable by
 * their owner only.
 *
 * Errors (`local`): `db.sqliteTooOld`, `db.newer` (written by a newer Waybill: it is left alone),
 * `db.otherAccount` (its journal is another's), `db.readonly`, `disk.full`, `db.busy`. After any of
 * them the next opening goes on.
 */
export function openWriter(
  file: string,
  parts: DatabaseParts,
  options: OpenWriterOptions = {},
): Result<Handle> {
  const { recovery } = parts;
  const nowMs = options.nowMs ?? 0;
  if (file === ':memory:') return guarded(() => connect(file, parts));
  const open = (damage: Circumstances['damage']): Result<Handle> =>
    guarded(() => {
      const connected = connect(file, parts);
      if (!connected.ok) return connected;
      const handle = connected.value;
      try {
        const setJournalAside = (): string[] => recovery.copyAside(`${file}.journal`, nowMs);
        const circumstances = { nowMs, damage, setJournalAside };
        handle.recovery = recovery.attachJournal(handle, `${file}.journal`, circumstances);
        handle.transaction(() => parts.completeDerived(handle));
        if (handle.recovery !== null) recovery.dropOldest(file, handle.recovery.setAside);
        recovery.recoveryEnded(file);
      } catch (error) {
        handle.raw.close();
        handle.journal?.close();
        throw error;
      }
      return connected;
    });
  const opened: Result<Handle> =
    options.damaged === true
      ? { ok: false, error: DAMAGED }
      : open(recovery.unfinishedRecovery(file));
  if (opened.ok || opened.error.code !== DAMAGED.code) return opened;
  return guarded(() => open(recovery.setAsideDamaged(file, nowMs)));
}

/** Opens a database that a writer has made ready, for reading only. Errors as `openWriter`. */
export function openReader(file: string, parts: DatabaseParts): Result<Handle> {
  if (!existsSync(file)) throw new Error('The reader opens after the writer.');
  return guarded(() => {
    const db = new Database(file, { readonly: true });
    try {
      configure(db, parts, false);
      db.pragma('query_only = ON');
      return ok(new Handle(db, parts));
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Lets SQLite refresh what it knows of its tables, and closes. */
export function closeDatabase(handle: Handle): void {
  if (!handle.raw.open) return;
  try {
    if (!handle.raw.readonly) handle.raw.pragma('optimize');
  } catch (error) {
    // A damaged or full database is closed all the same.
    if (machineFailure(error) === null) throw error;
  }
  handle.raw.close();
  handle.journal?.close();
}
