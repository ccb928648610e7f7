import { sql } from 'drizzle-orm';
import { ENTITIES } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, Step, WritableDb } from '../db/handles.ts';
import { indexedTo, setIndexedTo } from './derive.ts';
import { listTable } from './listTables.ts';
import type { ListIndex } from './listTables.ts';
import * as t from '../db/schema.ts';
import { names, plainStatement, select, statement, textOf } from '../db/statement.ts';

/**
 * What is built after the rows of a first load, because it takes a fraction of the time then: the
 * indexes of all but the usual order, and the full-text index. It goes in steps, between which
 * whatever is asked comes first. Until then every question is answered all the same, only slower.
 * What is missing shows in the database itself: a step that a crash cut off is found at the next start.
 */

/** Texts that one step adds to the full-text index. */
const TEXTS_AT_ONCE = 500;
/** A list of fewer records is sorted faster than the look for its index takes. */
const WORTH_AN_INDEX = 500;
/** Records up to which a list's indexes are built one after another in one step. */
const FEW = 2_000;

/** The titles of what is searched, in their order. */
export const TITLE_INDEX = 'search_title';

const MAKE_TITLE_INDEX = textOf(
  sql`CREATE INDEX ${sql.identifier(TITLE_INDEX)} ON ${t.search}
    (${names(t.search.title, t.search.entity)})`,
);

/** Kinds of record that are being loaded for the first time, by the connection that does so. */
const loads = new WeakMap<object, Set<Entity>>();

/** Notes that all records of a kind are on their way for the first time. */
export function beginLoad(db: WritableDb, entity: Entity): void {
  const loading = loads.get(db) ?? new Set();
  loads.set(db, loading.add(entity));
}

export function endLoad(db: WritableDb, entity: Entity): void {
  loads.get(db)?.delete(entity);
}

/** Whether any kind is loaded for the first time. */
export function isLoading(db: WritableDb): boolean {
  return (loads.get(db)?.size ?? 0) > 0;
}

/** Names of the indexes that lists and searches may walk. */
export function indexNames(db: ReadableDb): ReadonlySet<string> {
  const rows = db.all(
    plainStatement<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND name IS NOT NULL
         AND (tbl_name GLOB 'list_*' OR name = '${TITLE_INDEX}')`,
    ),
  );
  return new Set(rows.map(({ name }) => name));
}

/** The next step of what is missing; null where all is built, or may not be built yet. */
export function nextStep(db: WritableDb): Step | null {
  return missingIndexes(db) ?? missingTexts(db);
}

/** Lists of which a scan was begun, now or before a crash, have more to come; others have not. */
function missingIndexes(db: WritableDb): Step | null {
  // After each write it is asked. Each row of a list has one in `search`: where few are, no list has many.
  const isSearched =
    db.one(select({ rowid: t.search.rowid })`FROM ${t.search} LIMIT 1 OFFSET ?`, [
      WORTH_AN_INDEX,
    ]) !== undefined;
  if (!isSearched) return null;
  const loading = loads.get(db);
  const scanned = new Set(
    db.all(select({ entity: t.scan.entity })`FROM ${t.scan}`).map(({ entity }) => entity),
  );
  // Read where it is needed: a small fleet has no index to miss.
  let indexes: ReadonlySet<string> | null = null;
  const isMade = (name: string): boolean => (indexes ??= indexNames(db)).has(name);
  const few: ListIndex[] = [];
  for (const entity of ENTITIES) {
    if (!scanned.has(entity) || loading?.has(entity) === true) continue;
    if (!hasMore(db, entity, WORTH_AN_INDEX)) continue;
    const missing = listTable(entity).indexes.filter(({ name }) => !isMade(name));
    if (missing.length === 0) continue;
    if (hasMore(db, entity, FEW)) return { is: 'long', run: () => create(db, missing.slice(0, 1)) };
    few.push(...missing);
  }
  if (few.length > 0) return { is: 'short', run: () => create(db, few) };
  if (isLoading(db) || scanned.size === 0 || isMade(TITLE_INDEX)) return null;
  return { is: 'long', run: () => create(db, [{ name: TITLE_INDEX, sql: MAKE_TITLE_INDEX }]) };
}

function hasMore(db: ReadableDb, entity: Entity, than: number): boolean {
  const { name } = listTable(entity);
  return db.one(plainStatement(`SELECT 1 FROM ${name} LIMIT 1 OFFSET ?`), [than]) !== undefined;
}

/** Builds what is missing of a list at once. */
export function buildIndexes(db: WritableDb, entity: Entity): void {
  const made = indexNames(db);
  create(
    db,
    listTable(entity).indexes.filter(({ name }) => !made.has(name)),
  );
}

function create(db: WritableDb, indexes: readonly ListIndex[]): void {
  for (const index of indexes) db.run(plainStatement(index.sql));
}

function missingTexts(db: WritableDb): Step | null {
  if (isLoading(db)) return null;
  const from = indexedTo(db);
  const last = db.one(
    select({ last: sql<number | null>`max(rowid)` })`FROM (SELECT ${t.search.rowid}
      FROM ${t.search} WHERE ${t.search.rowid} > ? ORDER BY ${t.search.rowid} LIMIT ?)`,
    [from, TEXTS_AT_ONCE],
  )?.last;
  if (last === null || last === undefined) return null;
  return {
    is: 'short',
    run() {
      db.run(
        statement`INSERT INTO search_text (${names(t.search.rowid, t.search.body)})
          SELECT ${t.search.rowid}, ${t.search.body} FROM ${t.search} WHERE ${t.search.rowid} > ?
          AND ${t.search.rowid} <= ? ORDER BY ${t.search.rowid}`,
        [from, last],
      );
      setIndexedTo(db, last);
    },
  };
}
