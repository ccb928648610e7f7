import { sql } from 'drizzle-orm';
import type { Column, SQL } from 'drizzle-orm';
import type { Entity } from '../../../shared/model/entity.ts';
import { jsonMembers } from '../../../shared/rules/jsonText.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { rememberForm } from './formVersions.ts';
import { layOver } from './projection.ts';
import { rebaseRead } from './overlay.ts';
import { batchRow, openBatch, pageRow } from './workTables.ts';
import * as t from '../db/schema.ts';
import { rowCount, into, names, select, selectDistinct, statement } from '../db/statement.ts';
import type { Statement } from '../db/statement.ts';

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
export const RETAINED = 'removal.retained.';

/** Whether a record's own text says that it is archived. */
export function archivedSql(json: SQL): SQL {
  return sql`is_archived(${json})`;
}

export interface Known {
  rowid: number;
  id: string;
  base: string | null;
  overlay: string | null;
  pending: number;
}

/**
 * Sets a known record's base; what pending ops make of it is worked out anew.
 *
 * @param readAt when the record was read, ms since 1970; null where only some of its fields were: as a
 *   whole it is as old as before, and what shows until it is read again goes on showing
 */
export function setBase(
  db: WritableDb,
  entity: Entity,
  known: Known,
  base: string,
  readAt: number | null,
): void {
  if (entity === 'form' && readAt !== null) rememberForm(db, known.id, known.base, base, readAt);
  if (known.pending === 0 && known.overlay === null) {
    db.run(
      statement`UPDATE ${t.record} SET ${names(t.record.base)} = ?, ${names(t.record.archived)} =
        max(${archivedSql(sql`?`)}, ${t.record.listedArchived}), ${names(t.record.readAt)} =
        coalesce(?, ${t.record.readAt}) WHERE ${t.record.rowid} = ?`,
      [base, base, readAt, known.rowid],
    );
    return;
  }
  db.run(
    statement`UPDATE ${t.record} SET ${names(t.record.base)} = ?, ${names(t.record.readAt)} =
      coalesce(?, ${t.record.readAt}) WHERE ${t.record.rowid} = ?`,
    [base, readAt, known.rowid],
  );
  rebaseRead(db, entity, known.id);
}

/** Ids of an entity's records that wait to be written. */
export function batchIds(db: WritableDb, entity: Entity): Set<string> {
  openBatch(db);
  const rows = db.all(select({ id: batchRow.id })`FROM ${batchRow} WHERE ${batchRow.entity} = ?`, [
    entity,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds the records of the loaded page to those that wait. */
export function addToBatch(db: WritableDb, entity: Entity): void {
  openBatch(db);
  db.run(
    statement`INSERT INTO ${into(batchRow, 'entity', 'id', 'json', 'archived', 'readAt')}
      SELECT ?, ${pageRow.id}, ${pageRow.json}, ${pageRow.archived}, ${pageRow.readAt}
      FROM ${pageRow} WHERE ${pageRow.id} IS NOT NULL ORDER BY ${pageRow.n}`,
    [entity],
  );
}

/** Whether so little waits, and so shortly, that the next page may join it. */
export function mayWait(db: WritableDb, entity: Entity, now: number): boolean {
  const waiting = db.one(
    select({
      n: rowCount,
      since: sql<number | null>`min(${batchRow.readAt})`,
    })`FROM ${batchRow} WHERE ${batchRow.entity} = ?`,
    [entity],
  );
  if (waiting === undefined || waiting.n >= WORTH_WRITING_ROWS) return false;
  return waiting.since === null || now - waiting.since < LONGEST_WAIT_MS;
}

/**
 * Writes what was gathered of an entity, `now`, ms since 1970: adds new records, changes known ones
 * whose text differs. Rows that were asked for before a write of ours was confirmed do neither: after
 * a delete they would bring its record back.
 */
export function writeBatch(
  db: WritableDb,
  entity: Entity,
  now: number,
): { added: number; changed: number } {
  openBatch(db);
  const added = db.run(
    statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'archived', 'readAt')}
      SELECT ${batchRow.entity}, ${batchRow.id}, ${batchRow.json}, ${batchRow.archived},
      ${batchRow.readAt} FROM ${batchRow} WHERE ${batchRow.entity} = ? AND NOT EXISTS (SELECT 1
      FROM ${t.record} WHERE ${t.record.entity} = ${batchRow.entity}
      AND ${t.record.id} = ${batchRow.id})
      AND NOT ${overtakenSql(batchRow.entity, batchRow.id, batchRow.readAt, sql`?`, '>=')}
      ORDER BY ${batchRow.n} ON CONFLICT (${names(t.record.entity, t.record.id)}) DO NOTHING`,
    [entity, now],
  );
  if (added > 0) rebaseAwaited(db, entity);
  const changed = layOverKnown(db, entity, 'batch_row', now);
  // By the names of what was met: those kept without an absence are in no index of their own.
  db.run(
    statement`UPDATE ${t.record} INDEXED BY sqlite_autoindex_record_1
      SET ${names(t.record.listed)} = 1, ${names(t.record.absences)} = 0
      WHERE ${t.record.entity} = ? AND ${t.record.id} IN (SELECT ${batchRow.id} FROM ${batchRow}
      WHERE ${batchRow.entity} = ?) AND (${t.record.absences} > 0 OR ${t.record.listed} = 0)`,
    [entity, entity],
  );
  const written = db.run(statement`DELETE FROM ${batchRow} WHERE ${batchRow.entity} = ?`, [entity]);
  // All are gone through: of many pages in a row only the end of their scan does so.
  if (written < WORTH_WRITING_ROWS) forgetListed(db, entity);
  return { added, changed };
}

/**
 * A record that a person kept and that the service lists again is kept no longer: it goes as any
 * other does, by two absences and the service's own word for it.
 */
function forgetListed(db: WritableDb, entity: Entity): void {
  const isListed = sql`EXISTS (SELECT 1 FROM ${t.record} WHERE ${t.record.entity} = :entity
    AND ${t.record.id} = one.value AND ${t.record.listed} = 1)`;
  db.run(
    statement`UPDATE ${t.desk} SET ${names(t.desk.value)} = ( SELECT json_group_array(one.value)
      FROM json_each(${t.desk.value}) AS one WHERE NOT ${isListed}) WHERE ${t.desk.key} = :key
      AND EXISTS (SELECT 1 FROM json_each(${t.desk.value}) AS one WHERE ${isListed})`,
    { key: RETAINED + entity, entity },
  );
}

/** Records that are new here though writes wait for them: those came back out of the journal. */
function rebaseAwaited(db: WritableDb, entity: Entity): void {
  const awaited = db.all(
    selectDistinct({ id: t.opLane.id })`FROM ${t.opLane} JOIN ${batchRow} ON ${batchRow.entity} =
      ${t.opLane.entity} AND ${batchRow.id} = ${t.opLane.id}
      JOIN ${t.record} ON ${t.record.entity} = ${t.opLane.entity}
      AND ${t.record.id} = ${t.opLane.id} WHERE ${t.opLane.entity} = ? AND ${t.record.pending} = 0`,
    [entity],
  );
  for (const { id } of awaited) rebaseRead(db, entity, id);
}

/**
 * No answer takes longer from its request to the mirror while the computer is awake. A confirmation
 * that lies further ahead of a reading than this, and of the moment in which that is taken, is from
 * before the clock was put back.
 */
const LONGEST_READING_MS = 600_000;

/**
 * SQL that is true where what is held was read after a reading that comes in only now was asked for: the
 * slower of two answers may tell what was there before. One from before the clock was put back lies
 * further ahead.
 */
export function readLaterSql(held: SQL | Column, readAt: SQL | Column): SQL {
  return sql`(${held} > ${readAt} AND ${held} <= ${readAt} + ${sql.raw(String(LONGEST_READING_MS))})`;
}

/**
 * SQL that is true where a write of ours was confirmed after a reading of its record was asked for:
 * the reading may tell what was there before.
 *
 * @param now when the reading is taken: a computer may have slept since it was asked for
 * @param since `>=` counts a confirmation of the same millisecond; `>` does not, for readings that
 *   a confirmation itself gave rise to
 */
export function overtakenSql(
  entity: SQL | Column,
  id: SQL | Column,
  readAt: SQL | Column,
  now: SQL,
  since: '>' | '>=',
): SQL {
  return sql`EXISTS (SELECT 1 FROM ${t.op} WHERE ${t.op.entity} = ${entity}
    AND ${t.op.targetId} = ${id} AND ${t.op.state} = 'CONFIRMED'
    AND ${t.op.updatedAt} ${sql.raw(since)} ${readAt}
    AND ${t.op.updatedAt} <= max(${readAt} + ${LONGEST_READING_MS}, ${now}))`;
}

/**
 * Whether a write of ours to a record was confirmed after a reading of it was asked for, at `readAt`,
 * which is taken `now`, both ms since 1970.
 */
export function isOvertaken(
  db: ReadableDb,
  { entity, id, readAt, now }: { entity: Entity; id: string; readAt: number; now: number },
  since: '>' | '>=',
): boolean {
  const later = overtakenSql(sql`:entity`, sql`:id`, sql`:readAt`, sql`:now`, since);
  const row = db.one(select({ later: sql<number>`${later}` })``, { entity, id, readAt, now });
  return row?.later === 1;
}

/** Known records whose text differs from that of a row, or of which `also` is true, in the order of the rows. */
function differingFrom(
  row: typeof pageRow | typeof batchRow,
  ofEntity: SQL,
  also: SQL,
): Statement<Differing> {
  return select({
    ...{ rowid: t.record.rowid, id: t.record.id, base: t.record.base },
    ...{ overlay: t.record.overlay, pending: t.record.pending },
    ...{ row: sql<string>`${row.json}`, readAt: sql<number>`${row.readAt}` },
  })`FROM ${row} JOIN ${t.record} ON ${t.record.entity} = ? AND ${t.record.id} = ${row.id}
    WHERE ${ofEntity} (${t.record.base} IS NOT ${row.json} OR ${also} OR ${row.id} IN (SELECT again.id
    FROM ${row} AS again GROUP BY again.id HAVING count(*) > 1))
    AND NOT ${overtakenSql(t.record.entity, t.record.id, row.readAt, sql`?`, '>=')} ORDER BY ${row.n}`;
}
type Differing = Known & { row: string; readAt: number };

const DIFFERING_OF_PAGE = differingFrom(pageRow, sql``, sql`FALSE`);
const DIFFERING_OF_BATCH = differingFrom(
  batchRow,
  sql`${batchRow.entity} = ${t.record.entity} AND`,
  sql`${t.record.pending} > 0`,
);

/**
 * Updates the known records among the rows whose text differs. A row that was asked for before a
 * write of ours was confirmed, or in the same millisecond, may tell what was there before it, and
 * is passed over.
 *
 * @param rows the loaded page, which is telemetry and has a few fields of each record, or what was
 *   gathered of a scan
 * @param now when they are taken, ms since 1970
 */
export function layOverKnown(
  db: WritableDb,
  entity: Entity,
  rows: 'page_row' | 'batch_row',
  now: number,
): number {
  const differing = rows === 'page_row' ? DIFFERING_OF_PAGE : DIFFERING_OF_BATCH;
  const found = db.all(differing, [entity, now]);
  let changed = 0;
  const seen = new Map<number, string>();
  for (const known of found) {
    const before = seen.get(known.rowid) ?? known.base;
    const base = before === null ? known.row : layOver(before, known.row);
    if (base === before) {
      const isReading = rows === 'batch_row' && known.pending > 0 && tellsOf(known.row, known);
      if (isReading) noteRead(db, entity, known, known.readAt);
      continue;
    }
    setBase(db, entity, known, base, rows === 'page_row' ? null : known.readAt);
    seen.set(known.rowid, base);
    changed += 1;
  }
  return changed;
}

/**
 * Whether a row names all fields of the base that the desk shows otherwise: what it leaves out, it proves nothing
 * of. A field that the base lacks, too, the service may tell nowhere.
 */
function tellsOf(row: string, { base, overlay }: Pick<Known, 'base' | 'overlay'>): boolean {
  if (overlay === null) return true;
  const [named, shown] = [jsonMembers(row), jsonMembers(overlay)];
  return [...jsonMembers(base ?? '{}')].every(
    ([field, value]) => named.has(field) || shown.get(field) === value,
  );
}

/**
 * A reading that shows a record as it was is one, too: what was confirmed before it shows in it, or is not so.
 *
 * @param readAt when it was asked for, ms since 1970
 */
export function noteRead(db: WritableDb, entity: Entity, known: Known, readAt: number): void {
  // Fresh, not different: the age is no news to a table.
  db.run(
    statement`UPDATE ${t.record} SET ${names(t.record.readAt)} = ? WHERE ${t.record.rowid} = ?`,
    [readAt, known.rowid],
  );
  if (known.pending > 0 || known.overlay !== null) rebaseRead(db, entity, known.id);
}
