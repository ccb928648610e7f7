import Database from 'better-sqlite3';
import { naturalKey } from '../../electron/core/mirror/naturalKey.ts';
import { entities } from '../../shared/model/entity.ts';
import { median, nowMs, p95 } from './figure.ts';

/**
 * What one would otherwise take: plain better-sqlite3 in the thread of the desk, a column for each
 * order and filter of the vehicle list, and FTS5 for substrings. It has no outbox, no journal and no
 * proof that a list is whole; its answers are compared with those of the mirror.
 */

const { sort, sorts, filters } = entities.vehicle;
const ORDERS = [sort.field, ...sorts];
const ROWS_PER_COMMIT = 1000;

const column = (field: string): string => `"${field}"`;
const valueColumn = (field: string): string => `"is ${field}"`;

type Value = string | number | null;

function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
      record,
    );
}

function columnsOf(id: string, text: string): Value[] {
  const record: unknown = JSON.parse(text);
  const key = (field: string): Value => {
    const value = naturalKey(valueAt(record, field));
    return typeof value === 'bigint' ? Number(value) : value;
  };
  const plain = (field: string): Value => {
    const value = valueAt(record, field);
    return typeof value === 'string' ? value : null;
  };
  const named = ['regNo', 'defaultLabel', 'vin', 'makeModel', 'driver.fullName', 'make', 'model'];
  const body = named.map((field) => plain(field) ?? '').join('\n');
  const archived = plain('status') === 'archived' ? 1 : 0;
  return [id, text, archived, body.toLowerCase(), ...ORDERS.map(key), ...filters.map(plain)];
}

const COLUMNS = [
  'id',
  'json',
  'archived',
  'body',
  ...ORDERS.map(column),
  ...filters.map(valueColumn),
];

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS vehicle (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    json TEXT NOT NULL, archived INTEGER NOT NULL, body TEXT NOT NULL, ${COLUMNS.slice(4).join(', ')});
  ${ORDERS.map((field) => `CREATE INDEX IF NOT EXISTS "by ${field}" ON vehicle (${column(field)}, id, archived);`).join('\n')}
  ${filters.map((field) => `CREATE INDEX IF NOT EXISTS "of ${field}" ON vehicle (${valueColumn(field)}, archived);`).join('\n')}
  CREATE VIRTUAL TABLE IF NOT EXISTS text USING fts5
    (body, content = 'vehicle', content_rowid = 'rowid', tokenize = 'trigram');
  CREATE TRIGGER IF NOT EXISTS text_insert AFTER INSERT ON vehicle BEGIN
    INSERT INTO text (rowid, body) VALUES (new.rowid, new.body); END;
  CREATE TRIGGER IF NOT EXISTS text_update AFTER UPDATE OF body ON vehicle
  WHEN new.body <> old.body BEGIN
    INSERT INTO text (text, rowid, body) VALUES ('delete', old.rowid, old.body);
    INSERT INTO text (rowid, body) VALUES (new.rowid, new.body); END;`;

const PUT = `INSERT INTO vehicle (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${COLUMNS.slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;

/** How long it takes, ms. */
function took(act: () => void): number {
  const from = nowMs();
  act();
  return nowMs() - from;
}

export class SqlitePeer {
  readonly #db: Database.Database;

  constructor(file: string) {
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('temp_store = MEMORY');
    db.pragma(`mmap_size = ${256 * 1024 * 1024}`);
    db.exec(SCHEMA);
    this.#db = db;
  }

  /** Takes in all rows; ms. */
  load(rows: ReadonlyMap<string, string>): number {
    return took(() => this.#takeIn([...rows]));
  }

  /** Takes in those that differ; ms. */
  refresh(rows: ReadonlyMap<string, string>): number {
    const known = this.#db
      .prepare<[string], string>('SELECT json FROM vehicle WHERE id = ?')
      .pluck();
    return took(() => this.#takeIn([...rows].filter(([id, text]) => known.get(id) !== text)));
  }

  #takeIn(rows: readonly (readonly [string, string])[]): void {
    const put = this.#db.prepare(PUT);
    const batch = this.#db.transaction((some: readonly (readonly [string, string])[]) => {
      for (const [id, text] of some) put.run(columnsOf(id, text));
    });
    for (let from = 0; from < rows.length; from += ROWS_PER_COMMIT) {
      batch(rows.slice(from, from + ROWS_PER_COMMIT));
    }
  }

  /** p95 of the first page of each order, both ways, ms. */
  pages(): number {
    return p95(
      ORDERS.flatMap((field) =>
        [false, true].map((descending) => took(() => this.#page('', [], field, descending))),
      ),
    );
  }

  #page(where: string, params: Value[], field: string, descending: boolean): void {
    const way = descending ? 'DESC' : 'ASC';
    this.#db
      .prepare(
        `SELECT id, json FROM vehicle WHERE archived = 0 ${where}
         ORDER BY ${column(field)} ${way} NULLS LAST, id ${way} LIMIT 100`,
      )
      .all(params);
  }

  /** p95 of the first page with its count: each value of one filter, and each pair of two; ms. */
  filtered(): { one: number; two: number } {
    const [first = '', second = ''] = filters;
    const is = (field: string): string => `AND ${valueColumn(field)} = ?`;
    const ask = (where: string, params: Value[]): number =>
      took(() => {
        this.#page(where, params, sort.field, false);
        this.#db.prepare(`SELECT count(*) FROM vehicle WHERE archived = 0 ${where}`).get(params);
      });
    return {
      one: p95(this.#valuesOf(first).map((value) => ask(is(first), [value]))),
      two: p95(
        this.#valuesOf(first).flatMap((value) =>
          this.#valuesOf(second).map((other) => ask(`${is(first)} ${is(second)}`, [value, other])),
        ),
      ),
    };
  }

  #valuesOf(field: string): Value[] {
    return this.#db
      .prepare<[], Value>(
        `SELECT DISTINCT ${valueColumn(field)} FROM vehicle WHERE ${valueColumn(field)} IS NOT NULL LIMIT 20`,
      )
      .pluck()
      .all();
  }

  /** p95 of the twenty best that hold a text, ms. */
  search(texts: readonly string[]): number {
    return p95(texts.map((text) => took(() => this.#look(text.toLowerCase()))));
  }

  #look(text: string): void {
    const match = text.length < 3 ? null : `"${text.replaceAll('"', '""')}"`;
    const where =
      match === null
        ? 'SELECT rowid FROM vehicle WHERE instr(body, ?) > 0 LIMIT 300'
        : 'SELECT rowid FROM text WHERE text MATCH ? LIMIT 300';
    this.#db
      .prepare(
        `SELECT id, json FROM vehicle WHERE rowid IN (${where}) ORDER BY ${column(sort.field)} LIMIT 20`,
      )
      .all(match ?? text);
  }

  /** Durable changes of one field; p95 and median, ms. */
  writes(count: number): { p95: number; median: number } {
    const ids = this.#db
      .prepare<[number], string>('SELECT id FROM vehicle LIMIT ?')
      .pluck()
      .all(count);
    const change = this.#db.prepare(
      `UPDATE vehicle SET json = json_set(json, '$.defaultLabel', ?), "defaultLabel" = ? WHERE id = ?`,
    );
    const all = ids.map((id, index) =>
      took(() => void change.run(`Bench ${index}`, `bench ${index}`, id)),
    );
    return { p95: p95(all), median: median(all) };
  }

  close(): void {
    this.#db.close();
  }
}
