import { sql } from 'drizzle-orm';
import type { Database } from 'better-sqlite3';
import { ENTITIES } from '../../../shared/model/entity.ts';
import type { WritableDb } from '../db/handles.ts';
import { setIndexedTo, completeDerived } from './derive.ts';
import { listTable, listTablesMark } from './listTables.ts';
import { ARCHIVED_COLUMN } from './overlay.ts';
import { NAMES_TABLE } from './partNames.ts';
import * as t from '../db/schema.ts';
import { into, select, statement } from '../db/statement.ts';

/** Grows whenever `describe`, `fold`, `naturalKey`, `is_archived`, what lists hold or the facts of answers change. */
const DERIVED_VERSION = '8';

/** Where it is noted by which program the derived tables were made. */
const MARK = 'search';

/** Records that are noted as stale at once. */
const AT_ONCE = 500;

/**
 * Lists and search texts are worked out by functions of this program. When those mean something
 * else than they did (a newer Unicode table, another field to sort by), all of it is made again;
 * what takes long to build, indexes and full text, follows in steps (`catchUp.ts`).
 */
export function refreshDerived(db: WritableDb, raw: Database): void {
  const unicode = process.versions['unicode'] ?? 'unknown';
  const mark = `${DERIVED_VERSION}/${unicode}/${listTablesMark()}`;
  const made = db.one(select({ value: t.meta.value })`FROM ${t.meta} WHERE ${t.meta.key} = ?`, [
    MARK,
  ]);
  if (made?.value === mark) return;
  raw
    .transaction(() => {
      makeListTables(raw);
      raw.exec(`
        UPDATE record SET archived = ${ARCHIVED_COLUMN.no} WHERE archived = ${ARCHIVED_COLUMN.yes}
        AND listed_archived = 0 AND NOT is_archived(coalesce(overlay, base));
        DELETE FROM tally;
        DELETE FROM filter_value;
        DELETE FROM search;
        DELETE FROM stale;
        DELETE FROM area_box;
        INSERT INTO search_text (search_text) VALUES ('delete-all');
        UPDATE search_answer SET title = answer_title(document.json), body = answer_body(document.json)
        FROM document WHERE document.key = search_answer.document;
        UPDATE answer_fact SET stale = 1`);
      setIndexedTo(db, 0);
      deriveAll(db);
      db.run(statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')} VALUES (?, ?)`, [
        MARK,
        mark,
      ]);
    })
    .immediate();
}

function makeListTables(raw: Database): void {
  const old = raw
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'list_*'",
    )
    .pluck()
    .all();
  for (const name of old) raw.exec(`DROP TABLE ${name}`);
  raw.exec(NAMES_TABLE);
  for (const entity of ENTITIES) {
    const { sql, indexes } = listTable(entity);
    raw.exec(sql);
    raw.exec(indexes[0].sql);
  }
}

/** Search texts of so few records are indexed at once; of more in steps. */
const FEW = 1_000;

function deriveAll(db: WritableDb): void {
  const many =
    db.one(select({ found: sql<number>`1` })`FROM ${t.record} LIMIT 1 OFFSET ?`, [FEW]) !==
    undefined;
  for (let last = 0; ;) {
    const next = db.one(
      select({ last: sql<number | null>`max(rowid)` })`FROM (SELECT ${t.record.rowid}
        FROM ${t.record} WHERE ${t.record.rowid} > ? ORDER BY ${t.record.rowid} LIMIT ${AT_ONCE})`,
      [last],
    )?.last;
    if (next === null || next === undefined) return;
    db.run(
      statement`INSERT INTO ${t.stale} SELECT ${t.record.rowid}, ${t.record.entity} FROM ${t.record}
        WHERE ${t.record.rowid} > ? AND ${t.record.rowid} <= ?`,
      [...[last, next]],
    );
    completeDerived(db, many);
    last = next;
  }
}
