import type { Answer, Call } from './context.ts';
import { onlyFields } from './doc.ts';
import { instantMs, first, many, wholeNumber } from './query.ts';
import { invalid } from './refusal.ts';
import { inOrder, isFieldName, noSuchField, orderOf, type Order } from './rowOrder.ts';
import { scopeSql, type Bind, type Row, type Scope, type Store } from './store.ts';
import type { Stored } from './searchText.ts';

/** Rows of a page when the request names no number, and the most that it may ask for. */
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

export interface Paging {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * `page` (from 1) and `limit`; 422 for what is no such number.
 *
 * @param most rows of a page; a larger limit is cut, and the answer says to what
 */
export function pagingOf(call: Call, most = MAX_LIMIT): Paging {
  const page = wholeNumber(call.query, 'page', 1, 1);
  const limit = Math.min(most, wholeNumber(call.query, 'limit', DEFAULT_LIMIT, 1));
  return { page, limit, offset: Math.max(0, (page - 1) * limit + call.pageShift) };
}

/** `fields[]` as a set with `id`; undefined where whole records are wanted. */
export function projectionOf(call: Call): ReadonlySet<string> | undefined {
  const fields = many(call.query, 'fields');
  return fields.length === 0 ? undefined : new Set(['id', ...fields]);
}

export interface ListOptions {
  readonly entity: Stored;
  readonly scope: Scope;
  /** Conditions of the endpoint beyond those of every list. */
  readonly where?: readonly { sql: string; bind: Bind[] }[];
  /** How a record becomes a row; the stored text as it is where absent. */
  readonly present?: (row: Row) => string;
  /**
   * Fields that `present` lays over the record: what is stored under them says nothing. `'all'` where
   * the row is made for the question and only begins with a record.
   */
  readonly laidOver?: ReadonlySet<string> | 'all';
  /** Which records are meant where `status` says nothing; the active ones where absent. */
  readonly unasked?: { sql: string; bind: Bind[] };
  /** Whether they come newest first where `sort` says nothing, and not as they were made. */
  readonly newestFirst?: boolean;
  /** What `id[]` names; the identifier of the record where absent. */
  readonly idSql?: string;
}

/** What `status` asks for; undefined where it is absent, 422 for what is no status. */
export function statusOf(call: Call): 'active' | 'archived' | 'all' | undefined {
  const status = first(call.query, 'status');
  if (status === undefined || status === 'active' || status === 'archived' || status === 'all') {
    return status;
  }
  throw invalid({ status: ['Must be active, archived or all.'] });
}

const STATES = { active: 'state = 0', archived: 'state = 1', all: 'state IN (0, 1)' };

function stateSql(call: Call, { unasked }: ListOptions): { sql: string; bind: Bind[] } {
  const status = statusOf(call);
  if (status === undefined && unasked !== undefined) return unasked;
  return { sql: STATES[status ?? 'active'], bind: [] };
}

/** The text that `search` asks for, as it is compared; undefined where it asks for nothing. */
export function searchOf(call: Call): string | undefined {
  const search = first(call.query, 'search')?.trim().toLowerCase();
  return search === '' ? undefined : search;
}

/** Rows that are made for the question have no time of a change to be filtered by. */
export function refuseSince(call: Call): void {
  if (instantMs(call.query, 'updatedAt[gte]') === undefined) return;
  throw invalid({ 'updatedAt[gte]': ['The rows of this list do not say when they changed.'] });
}

const pathTo = (field: string) => `$."${field}"`;

/**
 * Whether any record of a list has a field. Where there is no record at all, nobody knows what fields they
 * would have. The name is bound, so that made-up ones leave no statement behind.
 */
export function hasField(
  store: Store,
  { entity, scope }: Pick<ListOptions, 'entity' | 'scope'>,
  field: string,
): boolean {
  if (!isFieldName(field)) return false;
  const { sql, bind } = scopeSql(scope);
  const records = `SELECT 1 FROM record WHERE entity = ? AND ${sql}`;
  const known = store.scalar(
    `SELECT EXISTS (${records} AND json_type(doc, ?) IS NOT NULL) OR NOT EXISTS (${records})`,
    ...[entity, ...bind, pathTo(field), entity, ...bind],
  );
  return known !== 0;
}

function orderSql(
  store: Store,
  order: Order | undefined,
  options: ListOptions,
): { sql: string; bind: Bind[] } {
  const usual = options.newestFirst === true ? 'at DESC, seq DESC' : 'seq';
  if (order === undefined) return { sql: usual, bind: [] };
  if (!hasField(store, options, order.field)) throw noSuchField();
  const direction = order.descending ? ' DESC' : '';
  return { sql: `doc ->> ?${direction}, ${usual}`, bind: [pathTo(order.field)] };
}

function conditions(call: Call, options: ListOptions): { sql: string; bind: Bind[] } {
  const parts: { sql: string; bind: Bind[] }[] = [
    { sql: 'entity = ?', bind: [options.entity] },
    scopeSql(options.scope),
    stateSql(call, options),
    ...(options.where ?? []),
  ];
  const search = searchOf(call);
  if (search !== undefined) parts.push({ sql: 'instr(search, ?) > 0', bind: [search] });
  const ids = many(call.query, 'id');
  if (ids.length > 0) {
    parts.push({
      sql: `${options.idSql ?? 'id'} IN (SELECT value FROM json_each(?))`,
      bind: [JSON.stringify(ids)],
    });
  }
  if (options.laidOver === 'all') refuseSince(call);
  const since = instantMs(call.query, 'updatedAt[gte]');
  if (since !== undefined) parts.push({ sql: 'updated >= ?', bind: [since] });
  return {
    sql: parts.map((part) => part.sql).join(' AND '),
    bind: parts.flatMap((part) => part.bind),
  };
}

const isLaidOver = ({ laidOver }: ListOptions, { field }: Order) =>
  laidOver === 'all' || laidOver?.has(field) === true;

/** The rows of a list in the order asked for, cut to a page where one is given. */
function rowsOf(
  store: Store,
  call: Call,
  options: ListOptions,
  { sql, bind }: { sql: string; bind: Bind[] },
  { limit, offset }: Pick<Paging, 'limit' | 'offset'> = { limit: -1, offset: 0 },
): string[] {
  const projection = projectionOf(call);
  const projected = (text: string) =>
    projection === undefined ? text : onlyFields(text, projection);
  const present = (row: Row) => (options.present === undefined ? row.doc : options.present(row));
  const order = orderOf(call);
  if (order !== undefined && isLaidOver(options, order)) {
    const all = store.rows(`SELECT * FROM record WHERE ${sql} ORDER BY seq`, ...bind);
    const rows = inOrder(all.map(present), order);
    return rows.slice(offset, limit === -1 ? undefined : offset + limit).map(projected);
  }
  const by = orderSql(store, order, options);
  const rows = store.rows(
    `SELECT * FROM record WHERE ${sql} ORDER BY ${by.sql} LIMIT +? OFFSET +?`,
    ...[...bind, ...by.bind, limit, offset],
  );
  return rows.map((row) => projected(present(row)));
}

/**
 * One page of records: `page`, `limit`, `sort` (`-field` descends), `fields[]`, `status`
 * (active, archived, all), `search`, `id[]`, `updatedAt[gte]`.
 */
export function pageOf(store: Store, call: Call, options: ListOptions): Answer {
  const { page, limit, offset } = pagingOf(call);
  const { sql, bind } = conditions(call, options);
  const total = Number(store.scalar(`SELECT count(*) FROM record WHERE ${sql}`, ...bind));
  const rows = rowsOf(store, call, options, { sql, bind }, { limit, offset });
  return { as: 'page', rows, page, limit, total };
}

/** Which rows of a list without pages are asked for: all, unless `page` or `limit` asks for some of them. */
export interface Part {
  readonly from: number;
  /** The first one that is not asked for. */
  readonly to: number;
}

export function partOf(call: Call): Part {
  if (!call.query.has('page') && !call.query.has('limit')) return { from: 0, to: Infinity };
  // Nothing in such an answer could say that a limit was cut: it would look whole.
  const { limit, offset } = pagingOf(call, Infinity);
  return { from: offset, to: offset + limit };
}

/** A list without pages is answered whole; whoever asks for a page of it all the same gets that page. */
export function pageAsked(call: Call, answer: Answer): Answer {
  if (answer.as !== 'list') return answer;
  const { from, to } = partOf(call);
  return { as: 'list', rows: answer.rows.slice(from, to) };
}

/** All records at once, with the same filters and no paging. */
export function listOf(store: Store, call: Call, options: ListOptions): Answer {
  return { as: 'list', rows: rowsOf(store, call, options, conditions(call, options)) };
}
