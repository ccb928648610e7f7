import type { ListView } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { Bounds } from '../../../shared/rules/geo.ts';
import { entities } from '../../../shared/model/entity.ts';
import { fold } from './describe.ts';
import { entityOf } from '../db/handles.ts';
import type { ReadableDb, SqlValue } from '../db/handles.ts';

/**
 * Turns what a list shows into SQL. Field names come checked from the contract and are checked
 * again here, because they are spelled into the text: only so can an expression index be used.
 * Which index serves is named (`INDEXED BY`): the planner has no statistics on a new database and
 * would sort everything.
 */

export const SHOWN = 'coalesce(overlay, base)';
const FIELD = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
/** Lists that match fewer records than this are sorted after matching, longer ones in index order. */
const FEW = 2000;
/** Records at the beginning of an order that are looked at one by one. */
const NEAR = 1000;

function checkedField(field: string): string {
  if (!FIELD.test(field)) throw new Error(`Not a field path: ${field}`);
  return field;
}

/** The value of a field as text; numbers by their spelling. */
export function fieldText(field: string): string {
  return `CAST(${SHOWN} ->> '$.${checkedField(field)}' AS TEXT)`;
}

function sortKey(field: string): string {
  return `natural_key(${SHOWN} ->> '$.${checkedField(field)}')`;
}

function indexNames(db: ReadableDb): Set<string> {
  const rows = db.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'record'",
  );
  return new Set(rows.map(({ name }) => name));
}

export interface Words {
  /** FTS5 query over words of three and more characters; null without one. */
  match: string | null;
  /** LIKE patterns of shorter words, which a trigram index can't find. */
  like: string[];
  /** LIKE patterns of all words. */
  every: string[];
}

/** Splits what a person typed; every word must occur. */
export function wordsOf(text: string | undefined): Words {
  const words = fold(text ?? '')
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter(Boolean);
  // A trigram is three code points, whatever people call a letter.
  const isLong = (word: string): boolean => Array.from(word).length >= 3;
  const long = words.filter(isLong);
  const pattern = (word: string): string => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return {
    match:
      long.length === 0
        ? null
        : long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND '),
    like: words.filter((word) => !isLong(word)).map(pattern),
    every: words.map(pattern),
  };
}

/** Conditions with their parameters, to be joined by AND. */
export interface Conditions {
  sql: string[];
  params: SqlValue[];
  /** A filter's index, where one serves. */
  index: string | null;
}

/** Never true, and not seen to be so: with a constant, SQLite would use none of its indexes. */
const NOTHING = 'length(id) < 0';

const ARCHIVED = {
  no: 'archived = 0',
  only: 'archived = 1',
  // 2 is being deleted: no list shows it.
  all: 'archived < 2',
} as const;

/**
 * @param few whether matches of a text are so few that they lead: the plus signs keep the planner
 * from walking the whole entity beside them
 */
function conditionsOf(db: ReadableDb, view: ListView, few: boolean): Conditions {
  const entity = entityOf(view.entity);
  // A literal, so that partial indexes are seen to fit.
  const plus = few ? '+' : '';
  const sql = [`${plus}entity = '${entity}'`, `${plus}${ARCHIVED[view.archived ?? 'no']}`];
  const params: SqlValue[] = [];
  const indexes = indexNames(db);
  let index: string | null = null;
  for (const filter of view.filters ?? []) {
    const values = filter.oneOf.filter((value) => value !== null);
    const options: string[] = [];
    if (values.length > 0) {
      options.push(`${fieldText(filter.field)} IN (${values.map(() => '?').join(', ')})`);
      params.push(...values);
    }
    if (filter.oneOf.includes(null)) options.push(`${fieldText(filter.field)} IS NULL`);
    sql.push(options.length === 0 ? NOTHING : `(${options.join(' OR ')})`);
    // Each index serves a comparison with values alone, or the absence of any.
    const kind = values.length === 0 ? 'none' : 'is';
    const single = filter.oneOf.length > 0 && (kind === 'none' || !filter.oneOf.includes(null));
    const name = `record_${entity}_${filter.field}_${kind}`;
    if (index === null && single && indexes.has(name)) index = name;
  }
  if (view.within !== undefined) {
    sql.push(BY_PLACE);
    params.push(...placeParams(view.within));
  }
  return { sql, params, index };
}

/**
 * Areas by their boxes; only those that the asked box cuts are looked at exactly. Boxes are kept
 * as 32-bit numbers, rounded outwards.
 */
const BY_PLACE = `rowid IN (SELECT area_box.rowid FROM area_box
  WHERE max_lat >= ? AND max_lng >= ? AND min_lat <= ? AND min_lng <= ?
    AND ((min_lat >= ? AND min_lng >= ? AND max_lat <= ? AND max_lng <= ?)
      OR area_touches((SELECT coalesce(a.overlay, a.base) FROM record AS a
        WHERE a.rowid = area_box.rowid), ?, ?, ?, ?)))`;

function placeParams({ south, west, north, east }: Bounds): number[] {
  const sides = [south, west, north, east];
  return [...sides, ...sides, ...sides];
}

const BY_MATCH = 'rowid IN (SELECT search_text.rowid FROM search_text WHERE search_text MATCH ?)';
const BY_LIKE =
  "EXISTS (SELECT 1 FROM search WHERE search.rowid = record.rowid AND search.body LIKE ? ESCAPE '\\')";

/** A statement with its parameters. */
export interface Statement {
  sql: string;
  params: SqlValue[];
}

/** How a list is asked for: its length, its row ids in order, its groups. */
export interface ListPlan {
  count: Statement;
  /** `rowid` and `id` in the list's order; `LIMIT ? OFFSET ?` are its last parameters. */
  page: Statement;
  /**
   * The same rows as `page` as far as they lie near the beginning of the order; null where that is
   * no quicker. Where many match, the first page is most often found so.
   */
  near: Statement | null;
  /** `value` and `count` by a field. */
  facets(field: string): Statement;
}

function indexedBy(name: string | null): string {
  return name === null ? '' : ` INDEXED BY "${name}"`;
}

function matchesFew(db: ReadableDb, match: string): boolean {
  const found = db.one<{ n: number }>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM search_text WHERE search_text MATCH ? LIMIT ?)',
    [match, FEW],
  );
  return (found?.n ?? 0) < FEW;
}

/**
 * Plans a view. Sorting ignores case, orders digits by value, puts records without the field last
 * in both directions, and breaks ties by id.
 */
export function planOf(db: ReadableDb, view: ListView): ListPlan {
  const entity = entityOf(view.entity);
  const words = wordsOf(view.text);
  const few = words.match !== null && matchesFew(db, words.match);
  const { sql, params, index } = conditionsOf(db, view, few);
  // To count what matches everywhere, looking at each text is cheaper than fetching each record.
  const counted = { sql: [...sql], params: [...params] };
  if (words.match !== null) {
    sql.push(BY_MATCH);
    params.push(words.match);
  }
  for (const pattern of words.like) {
    sql.push(BY_LIKE);
    params.push(pattern);
  }
  for (const pattern of few ? [] : words.every) {
    counted.sql.push(BY_LIKE);
    counted.params.push(pattern);
  }
  const where = sql.join(' AND ');
  const sort = view.sort ?? entities[entity].sort;
  const direction = sort.descending === true ? 'DESC' : 'ASC';
  const key = sortKey(sort.field);
  const indexes = indexNames(db);
  const sortIndex = `record_${entity}_${sort.field}`;
  const filterIndex = few ? null : index;
  // A rare value is collected by its index and sorted; a common one is met while walking.
  const rare =
    filterIndex !== null &&
    (db.one<{ n: number }>(
      `SELECT count(*) AS n FROM
         (SELECT 1 FROM record${indexedBy(filterIndex)} WHERE ${where} LIMIT ${FEW})`,
      params,
    )?.n ?? 0) < FEW;
  const inOrder = !few && indexes.has(sortIndex) ? sortIndex : null;
  const walk = rare ? filterIndex : inOrder;
  const inThatOrder = `ORDER BY ${key} ${direction} NULLS LAST, id ${direction} LIMIT ? OFFSET ?`;
  const looked = counted.sql.join(' AND ');
  return {
    count: few
      ? { sql: `SELECT count(*) AS n FROM record WHERE ${where}`, params }
      : {
          sql: `SELECT count(*) AS n FROM record${indexedBy(filterIndex)}
            WHERE ${looked}`,
          params: counted.params,
        },
    page: {
      sql: `SELECT rowid, id FROM record${indexedBy(walk)} WHERE ${where}
        ${inThatOrder}`,
      params,
    },
    near:
      words.match === null || walk === null || walk !== inOrder
        ? null
        : {
            // A record without the field is in no range, and comes last anyway.
            sql: `SELECT rowid, id FROM record${indexedBy(walk)} WHERE ${looked}
              AND ${key} ${sort.descending === true ? '>=' : '<='} (
                SELECT ${key} FROM record${indexedBy(walk)} WHERE entity = '${entity}'
                ORDER BY ${key} ${direction} NULLS LAST, id ${direction} LIMIT 1 OFFSET ${NEAR})
              ${inThatOrder}`,
            params: counted.params,
          },
    facets(field) {
      const name = `record_${entity}_${field}_is`;
      const index = !few && indexes.has(name) ? name : null;
      return {
        sql: `SELECT ${fieldText(field)} AS value, count(*) AS count FROM record${indexedBy(index)}
          WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
        params,
      };
    },
  };
}

/** Entities with records, for searches that name none. */
export function entityList(entities: readonly Entity[]): string {
  return entities.map((entity) => `'${entityOf(entity)}'`).join(', ');
}
