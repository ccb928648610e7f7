import { SQL, Table, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import type { GetColumnData, Column } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

/**
 * Statements over the tables and columns of `schema.ts`: a column that is renamed there fails to
 * compile here, and what a row holds follows from the columns that are asked for. Drizzle spells
 * them; where a statement stands it is spelled once, and then prepared once (`handles.ts`).
 */

declare const row: unique symbol;

/** The text of a statement, and the type of the rows that it gives. */
export interface Statement<Row> {
  readonly text: string;
  readonly [row]?: Row;
}

/** What a statement may hold beside its words: names, parts of statements, and constants. */
type Part = Table | Column | SQL | number;
/** The columns of an answer by name, or all columns of a table by their names in the database. */
type Fields = Table | Readonly<Record<string, Column | SQL>>;

type ValueOf<F> = F extends Column ? GetColumnData<F> : F extends SQL<infer V> ? V : never;

type ColumnsByName<T extends Table> = {
  [K in keyof T['_']['columns'] as T['_']['columns'][K]['_']['name']]: T['_']['columns'][K];
};

/** A row of a table as SQLite gives it: by the names of the columns in the database. */
export type TableRow<T extends Table> = RowOf<ColumnsByName<T>>;

export type RowOf<F> = F extends Table ? TableRow<F> : { [K in keyof F]: ValueOf<F[K]> };

const dialect = new SQLiteSyncDialect();

/** The text of a part of a statement; constants are spelled out. */
export function textOf(part: SQL): string {
  return dialect.sqlToQuery(part.inlineParams()).sql;
}

interface Compiled {
  parts: readonly unknown[];
  statement: Statement<never>;
}

/** By the place where a statement stands, which is what its strings are one object for. */
const compiled = new WeakMap<TemplateStringsArray, Compiled>();

/** Whether two parts spell the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (is(a, SQL) && is(b, SQL)) return areSame(a.queryChunks, b.queryChunks);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (!('value' in a) || !('value' in b)) return false;
  const [first, second]: [unknown, unknown] = [a.value, b.value];
  return Array.isArray(first) && Array.isArray(second)
    ? areSame(first, second)
    : typeof first === 'string' && first === second;
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => isSame(part, b[index]));
}

function once(
  strings: TemplateStringsArray,
  parts: readonly unknown[],
  make: () => SQL,
): Statement<never> {
  const known = compiled.get(strings);
  if (known !== undefined && areSame(known.parts, parts)) return known.statement;
  const made = { text: textOf(make()) };
  compiled.set(strings, { parts, statement: made });
  return made;
}

function listOf(fields: Fields): SQL {
  if (is(fields, Table)) return sql`${fields}.*`;
  const list = Object.entries(fields).map(
    ([name, field]) => sql`${field} AS ${sql.identifier(name)}`,
  );
  return sql.join(list, sql`, `);
}

type Tag<Row> = (strings: TemplateStringsArray, ...parts: Part[]) => Statement<Row>;

function selecting<F extends Fields>(word: string, fields: F): Tag<RowOf<F>> {
  return (strings, ...parts) =>
    once(
      strings,
      is(fields, Table) ? [fields, ...parts] : [...Object.values(fields), ...parts],
      () => sql`${sql.raw(word)} ${listOf(fields)} ${sql(strings, ...parts)}`,
    );
}

/**
 * ``select({ id: op.id, n: sql<number>`count(*)` })`FROM ${op} WHERE ${op.state} = ?` ``: the fields
 * and what comes after them. Values are parameters (`?`, `:name`); what is put in is a constant.
 */
export function select<F extends Fields>(fields: F): Tag<RowOf<F>> {
  return selecting('SELECT', fields);
}

export function selectDistinct<F extends Fields>(fields: F): Tag<RowOf<F>> {
  return selecting('SELECT DISTINCT', fields);
}

/** A statement that changes something, whole: ``statement`DELETE FROM ${op} WHERE ${op.id} = ?` ``. */
export function statement(strings: TemplateStringsArray, ...parts: Part[]): Statement<never> {
  return once(strings, parts, () => sql(strings, ...parts));
}

/** How many rows there are. */
export const rowCount = sql<number>`count(*)`;

/** All columns of a table by their names in the database, to be asked for with others. */
export function columnsOf<T extends Table>(table: T): ColumnsByName<T> {
  const all = Object.values<Column>(getTableColumns(table));
  return Object.fromEntries(all.map((column) => [column.name, column])) as ColumnsByName<T>;
}

/** The table of an INSERT with the columns that it sets. */
export function into<T extends Table>(
  table: T,
  ...columns: readonly (keyof T['_']['columns'] & string)[]
): SQL {
  const key = `${getTableName(table)} ${columns.join()}`;
  const known = lists.get(key);
  if (known !== undefined) return known;
  const all = getTableColumns(table);
  const list = sql`${table} (${names(...columns.flatMap((column) => all[column] ?? []))})`;
  lists.set(key, list);
  return list;
}

/** By table and columns: what is said often is made once. */
const lists = new Map<string, SQL>();

/** Columns without their table, as they stand before the = of a SET and in an ON CONFLICT. */
export function names(...columns: readonly Column[]): SQL {
  const [only] = columns;
  if (only === undefined || columns.length > 1) return listed(columns);
  const known = single.get(only) ?? listed(columns);
  single.set(only, known);
  return known;
}

const single = new WeakMap<Column, SQL>();

function listed(columns: readonly Column[]): SQL {
  return sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
}

/** The values of an INSERT as parameters, named as the columns are in the database. */
export function parametersFor(columns: readonly Column[]): SQL {
  return sql.join(
    columns.map(({ name }) => sql.raw(`:${name}`)),
    sql`, `,
  );
}

/**
 * A statement whose text is put together by the caller: over tables that follow from the kinds of
 * records, or without any. Which files may say so is a list (`build/lint/plugin.js`).
 */
export function plainStatement<Row>(text: string): Statement<Row> {
  return { text };
}
