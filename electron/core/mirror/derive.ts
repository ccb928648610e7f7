import { sql } from 'drizzle-orm';
import { areaReach } from '../../../shared/rules/areaPlace.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, SqlValue, WritableDb } from '../db/handles.ts';
import { entityOf } from '../db/handles.ts';
import { fold } from '../../../shared/rules/fold.ts';
import { describeRecord, parsedRecord } from './describe.ts';
import { PRESENT, listTable } from './listTables.ts';
import type { ListTable } from './listTables.ts';
import { naturalKey } from './naturalKey.ts';
import { rebaseNaming } from './overlay.ts';
import { noteNameless } from './nameless.ts';
import { PartNames } from './partNames.ts';
import * as t from '../db/schema.ts';
import { into, names, plainStatement, select, statement } from '../db/statement.ts';

/**
 * What is worked out of the records: the rows of the lists, their counts, the searched texts and
 * the boxes of areas. Triggers note in `stale` which records changed; before the transaction ends
 * that is worked through here, each record's text being parsed once. So the two are never apart on
 * the disk, whoever wrote.
 */

/** Records that are worked through at once; their texts lie in memory meanwhile. */
const AT_ONCE = 512;

interface Stale {
  rowid: number;
  entity: string;
  /** Null where the record is gone. */
  id: string | null;
  archived: number | null;
  json: string | null;
}

/** A value inside a record, by its dotted path. */
function valueAt(record: unknown, path: string): unknown {
  let value: unknown = record;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = Reflect.get(value, key);
  }
  return value ?? null;
}

/** The key by which a value is ordered, as `natural_key(json ->> path)` gives it. */
function sortKey(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return naturalKey(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
}

/** The text of a value that lists are filtered by; null where there is none. */
function filterText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? '1' : '0';
    default:
      return value === null ? null : JSON.stringify(value);
  }
}

const NUMBER_OF = select({ n: t.filterValue.n })`FROM ${t.filterValue}
  WHERE ${t.filterValue.text} = ?`;
const ADD_VALUE = statement`INSERT INTO ${into(t.filterValue, 'text')} VALUES (?)`;
const COUNT = statement`INSERT INTO ${into(t.tally, 'entity', 'field', 'value', 'archived', 'n')}
  VALUES (?, ?, ?, ?, ?) ON CONFLICT
  (${names(t.tally.entity, t.tally.field, t.tally.value, t.tally.archived)}) DO UPDATE
  SET ${names(t.tally.n)} = ${t.tally.n} + excluded.${names(t.tally.n)}`;
const ADD_TEXT = statement`INSERT INTO ${into(t.search, 'rowid', 'entity', 'title', 'body')}
  VALUES (?, ?, ?, ?)`;
const CHANGE_TEXT = statement`UPDATE ${t.search} SET ${names(t.search.title)} = ?,
  ${names(t.search.body)} = ? WHERE ${t.search.rowid} = ?`;
const DROP_TEXT = statement`DELETE FROM ${t.search} WHERE ${t.search.rowid} = ?`;
const TEXT_OF = select({ title: t.search.title, body: t.search.body })`FROM ${t.search}
  WHERE ${t.search.rowid} = ?`;
const INDEX = statement`INSERT INTO search_text (rowid, body) VALUES (?, ?)`;
const UNINDEX = statement`INSERT INTO search_text (search_text, rowid, body) VALUES ('delete', ?, ?)`;
const DROP_BOX = statement`DELETE FROM ${t.areaBox} WHERE ${t.areaBox.rowid} = ?`;
const ADD_BOX = statement`INSERT INTO
  ${into(t.areaBox, 'rowid', 'minLat', 'maxLat', 'minLng', 'maxLng')} VALUES (?, ?, ?, ?, ?)`;

/** The number of a filter's value; null for one that no record has had. */
export function filterNumber(db: ReadableDb, text: string): number | null {
  return db.one(NUMBER_OF, [text])?.n ?? null;
}

/** How many records have a value: of one field (`''`: of the kind), by whether they are archived. */
class Counts {
  #deltas = new Map<string, { key: SqlValue[]; n: number }>();

  add(entity: string, field: string, value: SqlValue, archived: SqlValue, n: number): void {
    const name = `${entity} ${field} ${String(value)} ${String(archived)}`;
    const delta = this.#deltas.get(name);
    if (delta === undefined) {
      this.#deltas.set(name, { key: [entity, field, value, archived], n });
    } else delta.n += n;
  }

  write(db: WritableDb): void {
    for (const { key, n } of this.#deltas.values()) {
      if (n === 0) continue;
      db.run(COUNT, [...key, n]);
    }
  }
}

/** In `tally`, what stands for the absence of a value. */
export const NO_VALUE = -1;

/** The last record of the search texts that the full-text index holds. */
export function indexedTo(db: ReadableDb): number {
  const row = db.one(select({ value: t.meta.value })`FROM ${t.meta}
    WHERE ${t.meta.key} = 'search.indexedTo'`);
  return Number(row?.value ?? 0);
}

export function setIndexedTo(db: WritableDb, rowid: number): void {
  db.run(
    statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')}
      VALUES ('search.indexedTo', ?)`,
    [String(rowid)],
  );
}

/** One pass over what is stale. */
class Deriving {
  readonly #db: WritableDb;
  readonly #counts = new Counts();
  readonly names: PartNames;
  readonly #numbers = new Map<string, number>();
  #indexedTo: number;
  readonly #indexedBefore: number;
  /** New texts wait for the steps that index many at once. */
  readonly #defers: boolean;
  /** Records with higher numbers have no rows yet: none is looked for. */
  readonly #lastKnown: number;

  constructor(db: WritableDb, defers: boolean) {
    this.#db = db;
    this.names = new PartNames(db);
    this.#indexedTo = this.#indexedBefore = indexedTo(db);
    this.#defers = defers || hasTail(db, this.#indexedTo);
    this.#lastKnown =
      db.one(select({ last: sql<number | null>`max(${t.search.rowid})` })`FROM ${t.search}`)
        ?.last ?? 0;
  }

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    let number = filterNumber(this.#db, text);
    if (number === null) {
      this.#db.run(ADD_VALUE, [text]);
      number = filterNumber(this.#db, text) ?? NO_VALUE;
    }
    this.#numbers.set(text, number);
    return number;
  }

  #count(table: ListTable, row: readonly SqlValue[], n: number): void {
    const archived = row[2] ?? 0;
    this.#counts.add(table.entity, '', NO_VALUE, archived, n);
    const first = 3 + table.sorts.size;
    for (const [index, { field }] of table.filters.entries()) {
      this.#counts.add(table.entity, field, row[first + index] ?? NO_VALUE, archived, n);
    }
  }

  /** A list's row, in the order of the table's columns. */
  #listRow(table: ListTable, record: unknown, { rowid, id, archived }: Stale): SqlValue[] {
    const row: SqlValue[] = [rowid, id, archived];
    const listed = (field: string): unknown => {
      const value = valueAt(record, field);
      return value === null || value === ''
        ? (this.names.beside(table.entity, field, record) ?? value)
        : value;
    };
    for (const field of table.sorts.keys()) row.push(sortKey(listed(field)));
    for (const { field, presence } of table.filters) {
      const text = filterText(listed(field));
      row.push(text === null ? null : this.#number(presence ? PRESENT : text));
    }
    return row;
  }

  #listed(table: ListTable, rowid: number): SqlValue[] | null {
    if (rowid > this.#lastKnown) return null;
    const row = this.#db.one(
      plainStatement<Record<string, SqlValue>>(`SELECT * FROM ${table.name} WHERE rowid = ?`),
      [rowid],
    );
    return row === undefined ? null : Object.values(row);
  }

  #putList(table: ListTable, next: readonly SqlValue[], rowid: number): void {
    const before = this.#listed(table, rowid);
    if (before === null) {
      this.#db.run(plainStatement(table.insert), next);
      this.#count(table, next, 1);
      return;
    }
    // Only what differs is written: every other index stays as it is.
    const differing = [...table.columns.keys()].filter((at) => before[at] !== next[at]);
    if (differing.length === 0) return;
    this.#count(table, before, -1);
    this.#count(table, next, 1);
    const set = differing.map((at) => `${table.columns[at] ?? ''} = ?`).join(', ');
    this.#db.run(plainStatement(`UPDATE ${table.name} SET ${set} WHERE rowid = ?`), [
      ...differing.map((at) => next[at] ?? null),
      rowid,
    ]);
  }

  #dropList(table: ListTable, rowid: number): void {
    const before = this.#listed(table, rowid);
    if (before === null) return;
    this.#count(table, before, -1);
    this.#db.run(plainStatement(`DELETE FROM ${table.name} WHERE rowid = ?`), [rowid]);
  }

  #putSearch(rowid: number, entity: Entity, record: unknown): void {
    const described = describeRecord(entity, record);
    const title = fold(described.title);
    const body = fold(described.search);
    const before = this.#searched(rowid);
    if (before?.title === title && before.body === body) return;
    if (before === undefined) {
      this.#db.run(ADD_TEXT, [...[rowid, entity, title, body]]);
      if (rowid <= this.#indexedTo) this.#index(rowid, body);
      else if (!this.#defers) {
        this.#index(rowid, body);
        this.#indexedTo = rowid;
      }
      return;
    }
    this.#db.run(CHANGE_TEXT, [title, body, rowid]);
    if (rowid > this.#indexedTo || before.body === body) return;
    this.#unindex(rowid, before.body);
    this.#index(rowid, body);
  }

  #dropSearch(rowid: number): void {
    const before = this.#searched(rowid);
    if (before === undefined) return;
    this.#db.run(DROP_TEXT, [rowid]);
    if (rowid <= this.#indexedTo) this.#unindex(rowid, before.body);
  }

  #searched(rowid: number): { title: string; body: string } | undefined {
    if (rowid > this.#lastKnown) return undefined;
    return this.#db.one(TEXT_OF, [rowid]);
  }

  #index(rowid: number, body: string): void {
    this.#db.run(INDEX, [rowid, body]);
  }

  #unindex(rowid: number, body: string): void {
    this.#db.run(UNINDEX, [...[rowid, body]]);
  }

  #putBox(rowid: number, record: unknown): void {
    this.#db.run(DROP_BOX, [rowid]);
    const shape = typeof record === 'object' && record !== null ? areaShape(record) : undefined;
    const reach = shape === undefined ? undefined : areaReach(shape);
    if (reach === undefined) return;
    const { south, north, west, east } = reach;
    this.#db.run(ADD_BOX, [rowid, south, north, west, east]);
  }

  take(stale: Stale): void {
    const entity = entityOf(stale.entity);
    const table = listTable(entity);
    if (stale.id === null) {
      this.#dropList(table, stale.rowid);
      this.#dropSearch(stale.rowid);
      if (entity === 'area') this.#putBox(stale.rowid, null);
      return;
    }
    const record = parsedRecord(stale.json);
    this.names.take(entity, record);
    this.#putList(table, this.#listRow(table, record, stale), stale.rowid);
    this.#putSearch(stale.rowid, entity, record);
    if (entity === 'area') this.#putBox(stale.rowid, record);
  }

  end(): void {
    this.#counts.write(this.#db);
    if (this.#indexedTo !== this.#indexedBefore) setIndexedTo(this.#db, this.#indexedTo);
  }
}

/** Whether search texts lie behind the last one that the full-text index holds. */
export function hasTail(db: ReadableDb, last: number): boolean {
  return (
    db.one(
      select({ found: sql<number>`1` })`FROM ${t.search} WHERE ${t.search.rowid} > ? LIMIT 1`,
      [last],
    ) !== undefined
  );
}

/**
 * Works out anew what belongs to the records that changed, inside the transaction that changed
 * them.
 *
 * @param defers whether a first load is under way: its texts are indexed when it has ended
 */
export function completeDerived(db: WritableDb, defers: boolean): void {
  // It ends, also where records tell different names of one id: all that shows a name is worked out
  // anew together, in the order of the rows, so that the last one decides each time.
  for (;;) {
    const learned = completeStale(db, defers);
    if (learned.length === 0) return;
    rebaseNaming(db);
    noteNameless(db, learned);
  }
}

/** @returns names that are others, or the first of their ids: what waits may tell of them */
function completeStale(db: WritableDb, defers: boolean): PartNames['learned'] {
  let deriving: Deriving | null = null;
  for (;;) {
    // Those that are gone come first: a new record may have got the number of one.
    const stale = db.all(
      select({
        rowid: t.stale.rowid,
        entity: t.stale.entity,
        id: t.record.id,
        archived: t.record.archived,
        json: sql<string | null>`coalesce(${t.record.overlay}, ${t.record.base})`,
      })`FROM ${t.stale} LEFT JOIN ${t.record} ON ${t.record.rowid} = ${t.stale.rowid}
        AND ${t.record.entity} = ${t.stale.entity}
        ORDER BY ${t.record.id} IS NOT NULL, ${t.stale.rowid} LIMIT ${AT_ONCE}`,
    );
    if (stale.length === 0) break;
    deriving ??= new Deriving(db, defers);
    for (const one of stale) deriving.take(one);
    if (stale.length < AT_ONCE) {
      // All of them: a table is emptied faster than by its rows.
      db.run(statement`DELETE FROM ${t.stale}`);
      break;
    }
    for (const { rowid, entity } of stale) {
      db.run(
        statement`DELETE FROM ${t.stale} WHERE ${t.stale.rowid} = ? AND ${t.stale.entity} = ?`,
        [rowid, entity],
      );
    }
  }
  deriving?.end();
  return deriving?.names.learned ?? [];
}
