import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { SEARCH_VERSION, addFunctions, entityOf } from './functions.ts';
import { Handle } from './handles.ts';
import { attachJournal } from './keep.ts';
import { makePrivateFile } from './lock.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';

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

/**
 * A failure of SQLite that is the computer's, not a mistake of ours, as data; `null` for the
 * rest, which is a bug.
 */
export function machineFailure(error: unknown): AppError | null {
  const safe = 'Nothing was changed; what was saved before is intact.';
  const local = (code: string, message: string, next: AppError['next']): AppError => ({
    kind: 'local',
    code,
    message,
    safe,
    next,
  });
  const full = local('disk.full', 'The disk is full or refuses to write.', 'freeSpace');
  if (isFullDisk(error)) return full;
  if (!(error instanceof Database.SqliteError)) return null;
  if (error.code === 'SQLITE_FULL' || error.code.startsWith('SQLITE_IOERR')) return full;
  if (error.code.startsWith('SQLITE_READONLY') || error.code.startsWith('SQLITE_CANTOPEN')) {
    return local('db.readonly', 'Waybill may not write to its data folder.', 'freeSpace');
  }
  if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB') {
    return local('db.damaged', "This account's database is damaged.", 'report');
  }
  if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
    return local('db.busy', 'Another program is using the database.', 'retry');
  }
  return null;
}

/** The journal beside the database is a plain file and fails like one. */
function isFullDisk(error: unknown): boolean {
  const codes = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function configure(db: Connection, writer: boolean): void {
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
  addFunctions(db);
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

/**
 * Indexes and search texts are derived by functions of this program. When those mean something
 * else than they did (a newer Unicode table, a newer description), they are made again.
 */
function refreshDerived(db: Connection): void {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const set = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const unicode = process.versions['unicode'] ?? 'unknown';
  const searchIs = `${SEARCH_VERSION}/${unicode}`;
  if (get.get('search')?.value === searchIs) return;
  db.transaction(() => {
    db.exec('REINDEX');
    db.exec(`
      UPDATE search SET
        title = search_title(search.entity, coalesce(record.overlay, record.base)),
        body = search_body(search.entity, coalesce(record.overlay, record.base))
      FROM record WHERE record.rowid = search.rowid`);
    set.run('search', searchIs);
  }).immediate();
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

/**
 * Opens one identity's database for writing, makes it where there is none, and brings it up to
 * date. Files are readable by their owner only.
 *
 * Errors (`local`): `db.sqliteTooOld`, `db.newer` (written by a newer Waybill: it is left alone),
 * `db.damaged`, `db.readonly`, `disk.full`, `db.busy`.
 */
export function openWriter(file: string): Result<Handle> {
  if (file !== ':memory:') makePrivateFile(file);
  let db: Connection | undefined;
  try {
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
    configure(db, true);
    migrate(db);
    refreshDerived(db);
    const handle = new Handle(db);
    noteChanges(handle);
    if (file !== ':memory:') attachJournal(handle, `${file}.journal`);
    return ok(handle);
  } catch (error) {
    db?.close();
    const failure = machineFailure(error);
    if (failure === null) throw error;
    return fail(failure);
  }
}

/** Opens a database that a writer has made ready, for reading only. Errors as `openWriter`. */
export function openReader(file: string): Result<Handle> {
  if (!existsSync(file)) throw new Error('The reader opens after the writer.');
  let db: Connection | undefined;
  try {
    db = new Database(file, { readonly: true });
    configure(db, false);
    db.pragma('query_only = ON');
    return ok(new Handle(db));
  } catch (error) {
    db?.close();
    const failure = machineFailure(error);
    if (failure === null) throw error;
    return fail(failure);
  }
}

/** Lets SQLite refresh what it knows of its tables, and closes. */
export function closeDatabase(handle: Handle): void {
  if (!handle.raw.open) return;
  if (!handle.raw.readonly) handle.raw.pragma('optimize');
  handle.raw.close();
  handle.journal?.close();
}
