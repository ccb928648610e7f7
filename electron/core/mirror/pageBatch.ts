import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { layOver } from './projection.ts';
import { rebase } from './overlay.ts';

/**
 * Rows on their way into the mirror. What a running scan finds changed is gathered in memory for a
 * moment: the full-text index pays for each transaction, and most pages hold a change or two.
 */

/**
 * A transaction writes at least so many rows of a scan, or what has waited for so long. Fewer would
 * put the same pages of the indexes on the disk more often; more would let a person's own write wait.
 */
const WORTH_WRITING_ROWS = 500;
const LONGEST_WAIT_MS = 1_000;

/** Where a person's wish to keep records lies, by their kind: a JSON array of ids. */
export const KEPT = 'removal.kept.';

/** Whether a record's own text says that it is archived. */
export function archivedSql(json: string): string {
  return `(coalesce(${json} ->> '$.status', '') = 'archived'
    OR coalesce(json_type(${json}, '$.archivedAt'), 'null') <> 'null')`;
}

export interface Known {
  rowid: number;
  id: string;
  base: string | null;
  overlay: string | null;
  pending: number;
}

/** Sets a known record's base; what pending ops make of it is worked out anew. */
export function setBase(
  db: WritableDb,
  entity: Entity,
  known: Known,
  base: string,
  readAt: number,
): void {
  if (known.pending === 0 && known.overlay === null) {
    db.run(
      `UPDATE record SET base = ?, archived = ${archivedSql('?')}, read_at = ? WHERE rowid = ?`,
      [base, base, base, readAt, known.rowid],
    );
    return;
  }
  db.run('UPDATE record SET base = ?, read_at = ? WHERE rowid = ?', [base, readAt, known.rowid]);
  rebase(db, entity, known.id);
}

function openBatch(db: WritableDb): void {
  db.run(
    `CREATE TEMP TABLE IF NOT EXISTS batch_row (n INTEGER PRIMARY KEY, entity TEXT NOT NULL,
       id TEXT NOT NULL, json TEXT NOT NULL, archived INTEGER NOT NULL, read_at INTEGER NOT NULL)`,
  );
}

/** Ids of an entity's records that wait to be written. */
export function batchIds(db: WritableDb, entity: Entity): Set<string> {
  openBatch(db);
  const rows = db.all<{ id: string }>('SELECT id FROM temp.batch_row WHERE entity = ?', [entity]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds the records of the loaded page to those that wait. */
export function addToBatch(db: WritableDb, entity: Entity): void {
  openBatch(db);
  db.run(
    `INSERT INTO temp.batch_row (entity, id, json, archived, read_at)
     SELECT ?, id, json, archived, read_at FROM temp.page_row WHERE id IS NOT NULL ORDER BY n`,
    [entity],
  );
}

/** Whether so little waits, and so shortly, that the next page may join it. */
export function mayWait(db: WritableDb, entity: Entity, now: number): boolean {
  const waiting = db.one<{ n: number; since: number | null }>(
    'SELECT count(*) AS n, min(read_at) AS since FROM temp.batch_row WHERE entity = ?',
    [entity],
  );
  if (waiting === undefined || waiting.n >= WORTH_WRITING_ROWS) return false;
  return waiting.since === null || now - waiting.since < LONGEST_WAIT_MS;
}

/** Writes what was gathered of an entity: adds new records, changes known ones whose text differs. */
export function writeBatch(db: WritableDb, entity: Entity): { added: number; changed: number } {
  openBatch(db);
  const added = db.run(
    `INSERT INTO record (entity, id, base, archived, read_at)
     SELECT entity, id, json, archived, read_at FROM temp.batch_row AS row
     WHERE entity = ?
       AND NOT EXISTS (SELECT 1 FROM record WHERE record.entity = row.entity AND record.id = row.id)
     ORDER BY n
     ON CONFLICT (entity, id) DO NOTHING`,
    [entity],
  );
  if (added > 0) rebaseAwaited(db, entity);
  const changed = layOverKnown(db, entity, 'batch_row');
  // By the names of what was met: those kept without an absence are in no index of their own.
  db.run(
    `UPDATE record INDEXED BY sqlite_autoindex_record_1 SET listed = 1, absences = 0
     WHERE entity = ? AND id IN (SELECT id FROM temp.batch_row AS row WHERE row.entity = ?)
       AND (absences > 0 OR listed = 0)`,
    [entity, entity],
  );
  const written = db.run('DELETE FROM temp.batch_row WHERE entity = ?', [entity]);
  // All are gone through: of many pages in a row only the end of their scan does so.
  if (written < WORTH_WRITING_ROWS) forgetListed(db, entity);
  return { added, changed };
}

/**
 * A record that a person kept and that the service lists again is kept no longer: it goes as any
 * other does, by two absences and the service's own word for it.
 */
function forgetListed(db: WritableDb, entity: Entity): void {
  const isListed = `EXISTS (SELECT 1 FROM record
    WHERE record.entity = :entity AND record.id = one.value AND record.listed = 1)`;
  db.run(
    `UPDATE desk SET value = (
       SELECT json_group_array(one.value) FROM json_each(desk.value) AS one WHERE NOT ${isListed})
     WHERE key = :key AND EXISTS (SELECT 1 FROM json_each(desk.value) AS one WHERE ${isListed})`,
    { key: KEPT + entity, entity },
  );
}

/** Records that are new here though writes wait for them: those came back out of the journal. */
function rebaseAwaited(db: WritableDb, entity: Entity): void {
  const awaited = db.all<{ id: string }>(
    `SELECT DISTINCT l.id FROM op_lane l
     JOIN temp.batch_row row ON row.entity = l.entity AND row.id = l.id
     JOIN record r ON r.entity = l.entity AND r.id = l.id
     WHERE l.entity = ? AND r.pending = 0`,
    [entity],
  );
  for (const { id } of awaited) rebase(db, entity, id);
}

/**
 * No answer takes longer from its request to the mirror. A confirmation that lies further ahead of
 * a reading than this is from before the clock was put back.
 */
const LONGEST_READING_MS = 600_000;

/**
 * SQL that is true where a write of ours was confirmed after a reading of its record was asked for:
 * the reading may tell what was there before.
 *
 * @param since `>=` counts a confirmation of the same millisecond; `>` does not, for readings that
 *   a confirmation itself gave rise to
 */
function overtakenSql(entity: string, id: string, readAt: string, since: '>' | '>='): string {
  return `EXISTS (SELECT 1 FROM op WHERE op.entity = ${entity} AND op.target_id = ${id}
    AND op.state = 'CONFIRMED' AND op.updated_at ${since} ${readAt}
    AND op.updated_at <= ${readAt} + ${LONGEST_READING_MS})`;
}

/** Whether a write of ours to a record was confirmed later than `readAt`, ms since 1970. */
export function isOvertaken(db: ReadableDb, entity: Entity, id: string, readAt: number): boolean {
  const row = db.one<{ later: number }>(
    `SELECT ${overtakenSql(':entity', ':id', ':readAt', '>')} AS later`,
    { entity, id, readAt },
  );
  return row?.later === 1;
}

/**
 * Updates the known records among the rows whose text differs. A row that was asked for before a
 * write of ours was confirmed, or in the same millisecond, may tell what was there before it, and
 * is passed over.
 *
 * @param rows the loaded page, or what was gathered
 */
export function layOverKnown(
  db: WritableDb,
  entity: Entity,
  rows: 'page_row' | 'batch_row',
): number {
  const differing = db.all<Known & { row: string; readAt: number }>(
    `SELECT record.rowid, record.id, base, overlay, pending, row.json AS row, row.read_at AS readAt
     FROM temp.${rows} AS row JOIN record ON record.entity = ? AND record.id = row.id
     WHERE ${rows === 'batch_row' ? 'row.entity = record.entity AND' : ''}
       (record.base IS NOT row.json
         OR row.id IN (SELECT id FROM temp.${rows} GROUP BY id HAVING count(*) > 1))
       AND NOT ${overtakenSql('record.entity', 'record.id', 'row.read_at', '>=')}
     ORDER BY row.n`,
    [entity],
  );
  let changed = 0;
  const seen = new Map<number, string>();
  for (const known of differing) {
    const before = seen.get(known.rowid) ?? known.base;
    const base = before === null ? known.row : layOver(before, known.row);
    if (base === before) continue;
    setBase(db, entity, known, base, known.readAt);
    seen.set(known.rowid, base);
    changed += 1;
  }
  return changed;
}
