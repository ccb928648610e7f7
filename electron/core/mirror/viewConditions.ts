import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Bounds } from '../../../shared/rules/geo.ts';
import type { SqlValue } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { textOf } from '../db/statement.ts';
import type { ListTable } from './listTables.ts';

/** What a list can be narrowed by beside its own columns, in SQL. */

/** The text of a record as the desk shows it. */
export const SHOWN = sql<string>`coalesce(${t.record.overlay}, ${t.record.base})`;
export const RECORD_TEXT = textOf(SHOWN);
const FIELD = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

export function checkedField(field: string): string {
  if (!FIELD.test(field)) throw new Error(`Not a field path: ${field}`);
  return field;
}

/** The value of a field as text, out of the record's own. */
export function fieldText(field: string): string {
  return `CAST(${RECORD_TEXT} ->> '$.${checkedField(field)}' AS TEXT)`;
}

const LISTED_TEXT = textOf(sql`SELECT ${t.filterValue.text} FROM ${t.filterValue}
  WHERE ${t.filterValue.n}`);

/** What a list shows of a field: what it holds of it, where it does, else what the record says. */
export function shownText({ filters }: ListTable, field: string): string {
  const filter = filters.find((known) => known.field === field && !known.presence);
  return filter === undefined ? fieldText(field) : `(${LISTED_TEXT} = list.${filter.column})`;
}

/** Brings a list's rows the texts of their records. */
export const JOIN_RECORD = textOf(sql`CROSS JOIN ${t.record} ON ${t.record.rowid} = list.rowid`);

/** Never true, and not seen to be so: with a constant, SQLite would use none of its indexes. */
export const NOTHING = 'length(list.id) < 0';

/**
 * Areas by their boxes; only those that the asked box cuts are looked at exactly. Boxes are kept
 * as 32-bit numbers, rounded outwards.
 */
const { minLat, maxLat, minLng, maxLng } = t.areaBox;
const area = alias(t.record, 'area');
export const BY_PLACE = textOf(sql`list.rowid IN (SELECT ${t.areaBox.rowid} FROM ${t.areaBox}
  WHERE ${maxLat} >= ? AND ${maxLng} >= ? AND ${minLat} <= ? AND ${minLng} <= ? AND ((${minLat} >= ?
  AND ${minLng} >= ? AND ${maxLat} <= ? AND ${maxLng} <= ?)
  OR area_touches((SELECT coalesce(${area.overlay}, ${area.base}) FROM ${t.record} AS ${area}
  WHERE ${area.rowid} = ${t.areaBox.rowid}), ?, ?, ?, ?)))`);

export function placeParams({ south, west, north, east }: Bounds): number[] {
  const sides = [south, west, north, east];
  return [...sides, ...sides, ...sides];
}

export const BY_MATCH =
  'list.rowid IN (SELECT search_text.rowid FROM search_text WHERE search_text MATCH ?)';
export const BY_WORD =
  textOf(sql`EXISTS (SELECT 1 FROM ${t.search} WHERE ${t.search.rowid} = list.rowid
  AND instr(${t.search.body}, ?) > 0)`);
export const BY_ID = textOf(sql`list.rowid IN (SELECT ${t.record.rowid} FROM ${t.record}
  WHERE ${t.record.entity} = ? AND ${t.record.id} IN (SELECT value FROM json_each(?)))`);

/** The texts of one kind, for a list that is found by going through all of them. */
export const FROM_TEXTS = textOf(sql`FROM ${t.search}`);
export const ITS_TEXT = textOf(sql`${t.search.rowid} = list.rowid`);
export const OF_KIND = textOf(sql`${t.search.entity} = ?`);
export const HOLDS_WORD = textOf(sql`instr(${t.search.body}, ?) > 0`);

/** Conditions with their parameters, to be joined by AND. */
export class Conditions {
  readonly sql: string[] = [];
  readonly params: SqlValue[] = [];
  /** Whether any looks into the text of the record. */
  readsText = false;

  add(sql: string, ...params: readonly SqlValue[]): void {
    this.sql.push(sql);
    this.params.push(...params);
  }

  copy(): Conditions {
    const copy = new Conditions();
    copy.add(this.sql.join(' AND '), ...this.params);
    copy.readsText = this.readsText;
    return copy;
  }
}
