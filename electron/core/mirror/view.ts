import { sql } from 'drizzle-orm';
import * as t from '../db/schema.ts';
import { plainStatement, rowCount, select, textOf } from '../db/statement.ts';
import type { ListView } from '../../../shared/ipc/shapes.ts';
import { entities } from '../../../shared/model/entity.ts';
import { conditionSql } from './conditions.ts';
import { indexNames } from './catchUp.ts';
import { NO_VALUE, filterNumber, hasTail, indexedTo } from './derive.ts';
import { entityOf } from '../db/handles.ts';
import type { ReadableDb, SqlValue } from '../db/handles.ts';
import { filterIndexOf, listTable, sortIndexOf } from './listTables.ts';
import type { Filter, ListTable } from './listTables.ts';
import {
  BY_ID,
  BY_MATCH,
  BY_PLACE,
  BY_WORD,
  Conditions,
  FROM_TEXTS,
  HOLDS_WORD,
  ITS_TEXT,
  JOIN_RECORD,
  NOTHING,
  OF_KIND,
  RECORD_TEXT,
  checkedField,
  fieldText,
  placeParams,
  shownText,
} from './viewConditions.ts';
import { wordsOf } from './words.ts';
import type { Words } from './words.ts';

/**
 * Turns what a list shows into SQL over its narrow table. Field names come checked from the
 * contract and are checked again here, because they are spelled into the text. Which index serves
 * is named (`INDEXED BY`): the planner has no statistics on a new database and would sort
 * everything. A field that is no key of the list is read out of each record's text.
 */

/** Lists that match fewer records than this are sorted after matching, longer ones in index order. */
export const FEW = 2000;
/**
 * Or than this share of all: to walk an order takes a fraction of the time a record that collecting
 * and sorting takes, but may have to go past all that does not match.
 */
const RARE_SHARE = 24;
/** Records at the beginning of an order that are looked at one by one. */
const NEAR = 1000;
/** To look up the text of one record takes as long as to go past this many texts in their order. */
const LOOKUP = 3;

const ARCHIVED = {
  no: '= 0',
  only: '= 1',
  // 2 is being deleted: no list shows it.
  all: '< 2',
} as const;

const TALLY_OF_FIELD = textOf(
  sql`FROM ${t.tally} WHERE ${t.tally.entity} = ? AND ${t.tally.field} = ?`,
);
const TALLY_VALUE = textOf(sql`${t.tally.value}`);
const TALLY_ARCHIVED = textOf(sql`${t.tally.archived}`);
const FILTER_TEXT = textOf(sql`${t.filterValue.text}`);
const FILTER_OF_GROUP = textOf(sql`${t.filterValue} ON ${t.filterValue.n} = grouped.value`);
const TALLIED = textOf(sql`sum(${t.tally.n})`);

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
  /** The same rows as `page`, quicker where there are fewer than `FEW`; null where `page` is as quick. */
  rare: Statement | null;
  /** The `ids` of all, in no order, as one JSON array. */
  matching: Statement;
  /** `value` and `count` by a field. */
  facets(field: string): Statement;
}

/** A filter of a view that the list has a column for: the numbers of its values. */
interface Asked {
  filter: Filter;
  /** `NO_VALUE` for the absence of one. */
  values: readonly number[];
}

type ViewFilter = NonNullable<ListView['filters']>[number];

function askedOf(db: ReadableDb, table: ListTable, { field, oneOf }: ViewFilter): Asked | null {
  const filter = table.filters.find((known) => known.field === field);
  if (filter === undefined) return null;
  if (filter.presence && oneOf.some((value) => value !== null)) return null;
  const values = oneOf.map((value) => (value === null ? NO_VALUE : filterNumber(db, value)));
  return { filter, values: values.filter((value) => value !== null) };
}

/** How many records a filter of a list lets through. */
function tallied(table: ListTable, { field, values }: TalliedBy, archived: string): Statement {
  const places = values.map(() => '?').join(', ');
  return {
    sql: `SELECT coalesce(${TALLIED}, 0) AS n ${TALLY_OF_FIELD}
      AND ${TALLY_VALUE} IN (${places}) AND ${TALLY_ARCHIVED} ${archived}`,
    params: [table.entity, field, ...values],
  };
}

interface TalliedBy {
  field: string;
  values: readonly number[];
}

const EVERYTHING: TalliedBy = { field: '', values: [NO_VALUE] };

function oneCount(db: ReadableDb, { sql, params }: Statement): number {
  return db.one(plainStatement<{ n: number }>(sql), params)?.n ?? 0;
}

/** A plan in the making: what a view asks for, in the words of its list's table. */
class Planned {
  readonly table: ListTable;
  readonly archived: string;
  readonly words: Words;
  readonly asked: Asked[] = [];
  /** Whether the counts that are kept say how long the list is. */
  readonly isTallied: boolean;
  /** So few match the text that they lead. */
  readonly few: boolean;
  /** The texts of all kinds are gone through: quicker than to look one up for each record. */
  readonly throughTexts: boolean;
  readonly #indexes: ReadonlySet<string>;
  /** All but the text. */
  readonly #scope = new Conditions();
  readonly #db: ReadableDb;

  constructor(db: ReadableDb, view: ListView) {
    this.#db = db;
    this.table = listTable(entityOf(view.entity));
    this.archived = ARCHIVED[view.archived ?? 'no'];
    this.#indexes = indexNames(db);
    const words = wordsOf(view.text);
    // While a first load is under way the newest texts are in no index yet: each is looked at.
    const unindexed = words.match !== null && hasTail(db, indexedTo(db));
    this.words = unindexed ? { match: null, short: words.every, every: words.every } : words;
    this.few = this.words.match !== null && matchesFew(db, this.words.match);
    // The plus keeps the planner from walking a filter's index beside them.
    const plus = this.few ? '+' : '';
    this.#scope.add(`${plus}list.archived ${this.archived}`);
    for (const filter of view.filters ?? []) this.#addFilter(filter, plus);
    for (const condition of view.conditions ?? []) {
      const { sql, params } = conditionSql(condition, (field) => shownText(this.table, field));
      this.#scope.readsText = true;
      this.#scope.add(`(${sql})`, ...params);
    }
    if (view.within !== undefined) this.#scope.add(BY_PLACE, ...placeParams(view.within));
    this.isTallied =
      words.every.length === 0 &&
      view.within === undefined &&
      (view.conditions ?? []).length === 0 &&
      this.asked.length === (view.filters ?? []).length &&
      this.asked.length < 2;
    this.throughTexts =
      words.every.length > 0 &&
      !this.few &&
      LOOKUP * (this.narrowest()?.matches ?? this.all()) > lastText(db);
  }

  #addFilter(filter: ViewFilter, plus: string): void {
    const { field, oneOf } = filter;
    const scope = this.#scope;
    const asked = askedOf(this.#db, this.table, filter);
    if (asked !== null) {
      this.asked.push(asked);
      const { column } = asked.filter;
      const numbers = asked.values.filter((value) => value !== NO_VALUE);
      const options: string[] = [];
      if (numbers.length > 0) {
        options.push(`${plus}list.${column} IN (${numbers.map(() => '?').join(', ')})`);
      }
      if (numbers.length < asked.values.length) options.push(`${plus}list.${column} IS NULL`);
      // No record has the value: its index tells so at once.
      if (options.length === 0) options.push(`${plus}list.${column} = ${NO_VALUE}`);
      scope.add(`(${options.join(' OR ')})`, ...numbers);
      return;
    }
    const values = oneOf.filter((value) => value !== null);
    if (field === 'id' && entities[this.table.entity].ids.length === 1 && !oneOf.includes(null)) {
      scope.add(BY_ID, this.table.entity, JSON.stringify(values));
      return;
    }
    const options: string[] = [];
    if (values.length > 0) {
      options.push(`${fieldText(field)} IN (${values.map(() => '?').join(', ')})`);
    }
    if (oneOf.includes(null)) options.push(`${fieldText(field)} IS NULL`);
    scope.readsText = true;
    scope.add(options.length === 0 ? NOTHING : `(${options.join(' OR ')})`, ...values);
  }

  /** Conditions with the text looked for by its index. */
  matching(): Conditions {
    const all = this.#scope.copy();
    if (this.words.match !== null) all.add(BY_MATCH, this.words.match);
    for (const word of this.words.short) all.add(BY_WORD, word);
    return all;
  }

  /** Conditions with each text looked at: quicker than fetching all of many. */
  looking(): Conditions {
    if (this.few) return this.matching();
    const all = this.#scope.copy();
    for (const word of this.words.every) all.add(BY_WORD, word);
    return all;
  }

  has(index: string): boolean {
    return this.#indexes.has(index);
  }

  /** The index of the filter that lets the fewest through, where one serves, with their number. */
  narrowest(): { index: string; matches: number } | null {
    if (this.few) return null;
    const [first] = this.asked
      .map((one) => ({
        index: filterIndexOf(this.table.entity, one.filter.field),
        matches: this.#matches(one),
      }))
      .filter(({ index }) => this.has(index))
      .sort((a, b) => a.matches - b.matches);
    return first ?? null;
  }

  #matches({ filter, values }: Asked): number {
    const by = { field: filter.field, values };
    return oneCount(this.#db, tallied(this.table, by, this.archived));
  }

  all(): number {
    return oneCount(this.#db, tallied(this.table, EVERYTHING, this.archived));
  }

  /** `FROM` and `WHERE` that go through the texts; the text of the record is there where it is read. */
  fromTexts(readsText = false): Statement {
    const { name, entity } = this.table;
    const join = readsText || this.#scope.readsText ? ` ${JOIN_RECORD}` : '';
    const words = this.words.every.map(() => `AND ${HOLDS_WORD}`).join(' ');
    return {
      sql: `${FROM_TEXTS} CROSS JOIN ${name} AS list ON ${ITS_TEXT}${join}
        WHERE ${OF_KIND} ${words} AND ${this.#scope.sql.join(' AND ')}`,
      params: [entity, ...this.words.every, ...this.#scope.params],
    };
  }

  /** `FROM` and `WHERE`; the text of the record is there where it is read. */
  from(index: string | null, conditions: Conditions, readsText = false): string {
    const { name } = this.table;
    const join = readsText || conditions.readsText ? ` ${JOIN_RECORD}` : '';
    const by = index === null ? '' : ` INDEXED BY "${index}"`;
    return `FROM ${name} AS list${by}${join} WHERE ${conditions.sql.join(' AND ')}`;
  }

  count(): Statement {
    const { asked, table, archived } = this;
    if (this.isTallied) {
      const [one] = asked;
      const by = one === undefined ? EVERYTHING : { field: one.filter.field, values: one.values };
      return tallied(table, by, archived);
    }
    if (this.throughTexts) {
      const texts = this.fromTexts();
      return { sql: `SELECT count(*) AS n ${texts.sql}`, params: texts.params };
    }
    const conditions = this.looking();
    const sql = `SELECT count(*) AS n ${this.from(this.narrowest()?.index ?? null, conditions)}`;
    return { sql, params: conditions.params };
  }

  facets(field: string): Statement {
    const filter = this.table.filters.find((known) => known.field === field && !known.presence);
    if (filter === undefined) {
      const { sql, params } = this.#all(this.narrowest()?.index ?? null, true);
      return {
        sql: `SELECT ${fieldText(field)} AS value, count(*) AS count
          ${sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
        params,
      };
    }
    const named = (grouped: string): string => `SELECT ${FILTER_TEXT} AS value, grouped.n AS count
      FROM (${grouped}) AS grouped LEFT JOIN ${FILTER_OF_GROUP} ORDER BY 2 DESC, 1`;
    if (this.isTallied && this.asked.length === 0) {
      return {
        sql: named(`SELECT ${TALLY_VALUE} AS value, ${TALLIED} AS n ${TALLY_OF_FIELD}
          AND ${TALLY_ARCHIVED} ${this.archived} GROUP BY ${TALLY_VALUE} HAVING ${TALLIED} > 0`),
        params: [this.table.entity, field],
      };
    }
    const own = filterIndexOf(this.table.entity, field);
    const { sql, params } = this.#all(this.few || !this.has(own) ? null : own);
    return {
      sql: named(`SELECT list.${filter.column} AS value, count(*) AS n ${sql} GROUP BY 1`),
      params,
    };
  }

  ids(): Statement {
    const { sql, params } = this.#all(this.narrowest()?.index ?? null);
    return { sql: `SELECT json_group_array(list.id) AS ids ${sql}`, params };
  }

  /** `FROM` and `WHERE` for all that match, in any order. */
  #all(index: string | null, readsText = false): Statement {
    if (this.throughTexts) return this.fromTexts(readsText);
    const conditions = this.matching();
    return { sql: this.from(index, conditions, readsText), params: conditions.params };
  }
}

/** No text has a greater row id; about as many as there are texts. */
function lastText(db: ReadableDb): number {
  return (
    db.one(select({ n: sql<number | null>`max(${t.search.rowid})` })`FROM ${t.search}`, [])?.n ?? 0
  );
}

function matchesFew(db: ReadableDb, match: string): boolean {
  const found = db.one(
    select({ n: rowCount })`FROM (SELECT 1 FROM search_text WHERE search_text MATCH ? LIMIT ?)`,
    [match, FEW],
  );
  return (found?.n ?? 0) < FEW;
}

/**
 * Plans a view. Sorting ignores case, orders digits by value, puts records without the field last
 * in both directions, and breaks ties by id.
 */
export function planOf(db: ReadableDb, view: ListView): ListPlan {
  const planned = new Planned(db, view);
  const { table, words, few } = planned;
  const sort = view.sort ?? entities[table.entity].sort;
  const direction = sort.descending === true ? 'DESC' : 'ASC';
  const column = table.sorts.get(sort.field);
  const key =
    column === undefined
      ? `natural_key(${RECORD_TEXT} ->> '$.${checkedField(sort.field)}')`
      : `list.${column}`;
  const sortIndex = sortIndexOf(table.entity, sort.field);
  const inOrder = !few && planned.has(sortIndex) ? sortIndex : null;
  const narrowest = planned.narrowest();
  const isRare =
    narrowest !== null && narrowest.matches < Math.max(FEW, planned.all() / RARE_SHARE);
  // Rare ones are collected by their index and sorted; common ones are met while walking.
  const walk = isRare ? narrowest.index : inOrder;
  const matching = planned.matching();
  const looking = planned.looking();
  const order = `ORDER BY ${key} ${direction} NULLS LAST, list.id ${direction}`;
  const columns = 'SELECT list.rowid AS rowid, list.id AS id';
  const texts = planned.throughTexts ? planned.fromTexts(column === undefined) : null;
  return {
    count: planned.count(),
    page: {
      sql: `${columns} ${planned.from(walk, matching, column === undefined)}
        ${order} LIMIT ? OFFSET ?`,
      params: matching.params,
    },
    near:
      words.match === null || walk === null || walk !== inOrder
        ? null
        : {
            // A record without the field is in no range, and comes last anyway.
            sql: `${columns} ${planned.from(walk, looking)}
              AND ${key} ${sort.descending === true ? '>=' : '<='} (
                SELECT ${key} FROM ${table.name} AS list INDEXED BY "${walk}"
                ${order} LIMIT 1 OFFSET ${NEAR})
              ${order} LIMIT ? OFFSET ?`,
            params: looking.params,
          },
    rare:
      texts === null
        ? null
        : { sql: `${columns} ${texts.sql} ${order} LIMIT ? OFFSET ?`, params: texts.params },
    matching: planned.ids(),
    facets: (field) => planned.facets(field),
  };
}
