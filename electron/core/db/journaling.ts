import { sql } from 'drizzle-orm';
import type { Handle, JournaledRow } from './handles.ts';
import type { Columns, JournalEntry } from './journal.ts';
import {
  JOURNALED,
  JOURNALED_TABLES,
  isJournaledTable,
  selectJournaled,
} from './journaledTables.ts';
import type { JournaledTable } from './journaledTables.ts';
import { trashMs } from './trashTime.ts';
import * as t from './schema.ts';
import { into, plainStatement, select, statement, textOf } from './statement.ts';

/** How long settled writes stay in the journal when it begins anew. */
const FINAL_MS = 30 * 24 * 3600 * 1000;

/** Where the database keeps the number of the last batch of the journal. */
export const BATCH_KEY = 'journal';

/** Has every change of a row that can't be fetched again noted, by triggers of this connection. */
export function noteChanged(handle: Handle): void {
  handle.raw.function('note_changed', (table: unknown, key: unknown) => {
    if (isJournaledTable(table)) handle.noteChanged({ table, key: String(key) });
    return null;
  });
  for (const table of JOURNALED_TABLES) {
    const { key } = JOURNALED[table];
    handle.raw.exec(`
      CREATE TEMP TRIGGER keep_${table}_insert AFTER INSERT ON main.${table} BEGIN
        SELECT note_changed('${table}', new.${key}); END;
      CREATE TEMP TRIGGER keep_${table}_update AFTER UPDATE ON main.${table} BEGIN
        SELECT note_changed('${table}', new.${key}); END;
      CREATE TEMP TRIGGER keep_${table}_delete AFTER DELETE ON main.${table} BEGIN
        SELECT note_changed('${table}', old.${key}); END;`);
  }
}

/**
 * Writes what the running transaction changed to the journal, before it commits; both get the
 * number of the batch.
 */
export function journalWritten(handle: Handle, written: readonly JournaledRow[]): void {
  const { journal } = handle;
  if (journal === null) return;
  const entries = written.flatMap((row) => entryFor(handle, row) ?? []);
  if (entries.length === 0) return;
  setBatch(handle, journal.batch() + 1);
  journal.append(entries);
}

export function setBatch(handle: Handle, batch: number): void {
  handle.run(statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')} VALUES (?, ?)`, [
    BATCH_KEY,
    String(batch),
  ]);
}

/** Null for a row that is too long for the journal. */
function entryFor(handle: Handle, { table, key }: JournaledRow): JournalEntry | null {
  const { key: name, where } = JOURNALED[table];
  const value = name === 'rowid' ? Number(key) : key;
  if (where !== null) {
    const isLeftOut = `SELECT 1 FROM ${table} WHERE ${name} = ? AND NOT (${where})`;
    if (handle.one(plainStatement(isLeftOut), [value]) !== undefined) return null;
  }
  const row = handle.one(plainStatement<Columns>(selectJournaled(table, `WHERE ${name} = ?`)), [
    value,
  ]);
  return row === undefined ? { table, row: { [name]: value }, gone: true } : { table, row };
}

const LASTING = sql`(${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED')
  OR ${t.op.updatedAt} >= :since)`;

/** What a journal that begins now has to hold: all but writes that were settled long ago. */
export function everythingJournaled(handle: Handle, nowMs: number): JournalEntry[] {
  const since = nowMs - FINAL_MS;
  const where: Record<JournaledTable, string> = {
    id_map: '',
    baseline: `WHERE ${JOURNALED.baseline.where ?? 'true'}`,
    op: textOf(sql`WHERE ${LASTING} ORDER BY ${t.op.seq}`),
    op_history: textOf(sql`WHERE ${t.opHistory.opId} IN (SELECT ${t.op.id} FROM ${t.op}
      WHERE ${LASTING}) ORDER BY rowid`),
    desk: '',
    trash: 'ORDER BY rowid',
    answer_request: 'ORDER BY rowid',
    review_event: 'ORDER BY rowid',
    form_version: 'ORDER BY n',
  };
  return JOURNALED_TABLES.flatMap((table) =>
    handle
      .all(
        plainStatement<Columns>(selectJournaled(table, where[table])),
        where[table].includes(':since') ? { since } : {},
      )
      .map((row) => ({ table, row })),
  );
}

/** Empties the trash of what has lain there for 30 days. */
export function purgeTrash(handle: Handle, nowMs: number): void {
  const before = nowMs - trashMs();
  if (
    handle.one(
      select({ found: sql<number>`1` })`FROM ${t.trash} WHERE ${t.trash.deletedAt} < ? LIMIT 1`,
      [before],
    ) === undefined
  )
    return;
  handle.transaction(() => {
    handle.run(statement`DELETE FROM ${t.trash} WHERE ${t.trash.deletedAt} < ?`, [before]);
    journalWritten(handle, handle.takeChanged());
  });
}
