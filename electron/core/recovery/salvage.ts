import Database from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { isEntity } from '../../../shared/model/entity.ts';
import { addFunctions } from '../mirror/functions.ts';
import type { Columns, JournalEntry } from '../db/journal.ts';
import { JOURNALED, JOURNALED_TABLES } from '../db/journaledTables.ts';
import type { JournaledTable } from '../db/journaledTables.ts';

/** A page that can't be read is stepped over row by row this often. */
const MOST_STEPS = 2000;

/**
 * What can still be read of the irreplaceable rows of a damaged database, which is not changed.
 * Rows on broken pages are missing; a file that SQLite does not open gives none.
 */
export function salvage(file: string): JournalEntry[] {
  let db: Connection | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    addFunctions(db);
    const from = db;
    return JOURNALED_TABLES.flatMap((table) => rowsOf(from, table));
  } catch (error) {
    if (isSqlite(error)) return [];
    throw error;
  } finally {
    db?.close();
  }
}

function isSqlite(error: unknown): boolean {
  return error instanceof Database.SqliteError;
}

function rowsOf(db: Connection, table: JournaledTable): JournalEntry[] {
  const { columns } = JOURNALED[table];
  const found = new Map<string, JournalEntry>();
  const take = (row: unknown): void => {
    const sound = soundRow(table, row);
    if (sound !== null) found.set(String(sound[JOURNALED[table].key]), { table, row: sound });
  };
  try {
    const known = new Set(
      db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table),
    );
    const list = ['rowid', ...columns.filter((column) => column !== 'rowid' && known.has(column))];
    if (table === 'id_map') {
      takeAll(db, `SELECT ${list.slice(1).join(', ')} FROM id_map`, take);
    } else {
      const select = `SELECT ${list.join(', ')} FROM ${table} NOT INDEXED`;
      takeByRowid(db, select, take);
      // From the other end: a broken inner page hides what lies behind it from the first pass.
      takeAll(db, `${select} ORDER BY rowid DESC`, take);
    }
  } catch (error) {
    if (!isSqlite(error)) throw error;
  }
  return [...found.values()];
}

/** Takes rows until the first that can't be read. */
function takeAll(db: Connection, sql: string, take: (row: unknown) => void): void {
  try {
    for (const row of db.prepare(sql).iterate()) take(row);
  } catch (error) {
    if (!isSqlite(error)) throw error;
  }
}

/** Takes rows in the order of their rowids and steps over those that can't be read. */
function takeByRowid(db: Connection, select: string, take: (row: unknown) => void): void {
  const rows = db.prepare<[number], Columns>(`${select} WHERE rowid > ? ORDER BY rowid`);
  let after = -1;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    try {
      for (const row of rows.iterate(after)) {
        after = Number(row['rowid']);
        take(row);
      }
      return;
    } catch (error) {
      if (!isSqlite(error)) throw error;
      after += 1;
    }
  }
}

const NUMBERS: ReadonlySet<string> = new Set([
  ...['rowid', 'n', 'seq', 'at', 'created_at', 'updated_at'],
]);

/** The row without what is no column of its table, or null where it can't be a whole one. */
function soundRow(table: JournaledTable, row: unknown): Columns | null {
  if (typeof row !== 'object' || row === null) return null;
  const sound: Columns = {};
  for (const column of JOURNALED[table].columns) {
    const value: unknown = Reflect.get(row, column);
    if (value === undefined) continue;
    if (value !== null && typeof value !== 'string' && typeof value !== 'number') return null;
    if (NUMBERS.has(column) && typeof value !== 'number') return null;
    sound[column] = value;
  }
  const { entity } = sound;
  if (entity !== undefined && !isEntity(entity)) return null;
  const { key } = JOURNALED[table];
  const named = typeof sound[key] === (NUMBERS.has(key) ? 'number' : 'string');
  return named && sound[key] !== '' ? sound : null;
}
