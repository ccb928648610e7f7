import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ENTITIES, entities } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { fold } from '../../../shared/rules/fold.ts';
import { describe } from './describe.ts';
import { answerHits } from './answers.ts';
import { entityOf } from '../db/handles.ts';
import type { ReadableDb } from '../db/handles.ts';
import { TITLE_INDEX, indexNames } from './catchUp.ts';
import { indexedTo } from './derive.ts';
import { SHOWN } from './viewConditions.ts';
import { wordsOf } from './words.ts';
import * as t from '../db/schema.ts';
import { select } from '../db/statement.ts';
import type { RowOf } from '../db/statement.ts';

/** More candidates than this are not ranked: a longer query is wanted, not a longer list. */
const CANDIDATES = 300;
/** Answers keep this share of the places, however many records match. */
const ANSWERS_SHARE = 0.25;
/** The greatest code point: behind every text that begins with a prefix. */
const BEYOND = '\u{10FFFF}';

/** What a dispatcher looks for; histories and reference lists come after all of it. */
function isSought(entity: Entity): boolean {
  const { tier } = entities[entity];
  return tier === 'daily' || tier === 'inventory';
}

type Found = RowOf<typeof FOUND>;

/**
 * Smaller is better: the very title, titles that begin so, a word of the title that does, the
 * title somewhere, then any other field.
 */
function rankOf(found: Found, query: string): number {
  const title = found.title;
  if (title === query || title.replace(/[\s.-]+/g, '') === query.replace(/[\s.-]+/g, '')) return 0;
  if (title.startsWith(query)) return 1;
  if (title.split(/[\s.,/-]+/).some((word) => word.startsWith(query))) return 2;
  if (title.includes(query)) return 3;
  return found.body.split(/\s+/).some((word) => word.startsWith(query)) ? 4 : 5;
}

const FOUND = {
  rowid: t.search.rowid,
  entity: t.search.entity,
  title: t.search.title,
  body: t.search.body,
};
const HOLDS = sql`instr(${t.search.body}, ?) > 0`;
const NO_INDEX = sql``;
const BY_TITLE = sql`INDEXED BY ${sql.identifier(TITLE_INDEX)}`;

/** Texts in which every word occurs; those that are in no index yet are looked at one by one. */
function withWords(db: ReadableDb, query: string, isOfKind: SQL): Found[] {
  const words = wordsOf(query);
  const looked = (last: number): Found[] =>
    db.all(
      select(FOUND)`FROM ${t.search}
        WHERE ${sql.join([...words.every.map(() => HOLDS), isOfKind], sql` AND `)}
        AND ${t.search.rowid} > ? LIMIT ?`,
      [...words.every, last, CANDIDATES],
    );
  if (words.match === null) return looked(0);
  const indexed = db.all(
    select(FOUND)`FROM search_text CROSS JOIN ${t.search} ON ${t.search.rowid} = search_text.rowid
      WHERE ${sql.join([sql`search_text MATCH ?`, ...words.short.map(() => HOLDS)], sql` AND `)}
      AND ${isOfKind} LIMIT ?`,
    [words.match, ...words.short, CANDIDATES],
  );
  return [...indexed, ...looked(indexedTo(db))];
}

function candidates(db: ReadableDb, query: string, kinds: readonly Entity[]): Found[] {
  const list = kinds.map((kind) => sql`${kind}`);
  const isOfKind = sql`${t.search.entity} IN (${sql.join(list, sql`, `)})`;
  // The best ones are had from the index of titles, however many others match.
  const by = indexNames(db).has(TITLE_INDEX) ? BY_TITLE : NO_INDEX;
  const found = db.all(
    select(FOUND)`FROM ${t.search} ${by} WHERE ${t.search.title} >= ? AND ${t.search.title} < ?
      AND ${isOfKind} ORDER BY ${t.search.title} LIMIT ?`,
    [query, query + BEYOND, CANDIDATES],
  );
  const known = new Set(found.map(({ rowid }) => rowid));
  return [...found, ...withWords(db, query, isOfKind).filter(({ rowid }) => !known.has(rowid))];
}

export interface SearchInput {
  text: string;
  /** `answer` are the answers to forms that were opened. */
  entities?: readonly (Entity | 'answer')[] | undefined;
  limit: number;
}

/** Hits among some kinds of record, best first. */
function hitsAmong(
  db: ReadableDb,
  query: string,
  kinds: readonly Entity[],
  limit: number,
): { entity: string; id: string; title: string; detail: string; archived: boolean }[] {
  if (kinds.length === 0 || limit <= 0) return [];
  const ranked = candidates(db, query, kinds).flatMap((found) => {
    const record = db.one(
      select({
        id: t.record.id,
        json: SHOWN,
        archived: t.record.archived,
      })`FROM ${t.record} WHERE ${t.record.rowid} = ?`,
      [found.rowid],
    );
    // 2 is being deleted.
    if (record === undefined || record.archived === 2) return [];
    return [{ found, record, rank: rankOf(found, query) }];
  });
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.record.archived - b.record.archived ||
      kinds.indexOf(entityOf(a.found.entity)) - kinds.indexOf(entityOf(b.found.entity)) ||
      a.found.title.length - b.found.title.length ||
      (a.found.title < b.found.title ? -1 : a.found.title > b.found.title ? 1 : 0) ||
      a.found.rowid - b.found.rowid,
  );
  return ranked.slice(0, limit).map(({ found, record }) => {
    const { title, detail } = describe(entityOf(found.entity), record.json);
    return {
      entity: found.entity,
      id: record.id,
      title: title === '' ? record.id : title,
      detail,
      archived: record.archived !== 0,
    };
  });
}

export const searchReads = {
  /**
   * Full-text search over the mirror. Any substring is found; the exact title comes first, then
   * titles that begin with the query, then the rest; archived records last within each. Answers to
   * forms come after what has a name, and keep some places among many hits.
   */
  'records.search': (db: ReadableDb, input: SearchInput) => {
    const query = fold(input.text).replaceAll('\0', ' ').trim();
    if (query === '') return { hits: [] };
    const asked = input.entities ?? [...ENTITIES, 'answer'];
    const kinds = asked.filter((entity) => entity !== 'answer');
    const sought = kinds.filter(isSought);
    const others = kinds.filter((entity) => !isSought(entity));
    const answers = asked.includes('answer') ? answerHits(db, query, input.limit) : [];
    const answersLimit = Math.min(answers.length, Math.floor(input.limit * ANSWERS_SHARE));
    const first = hitsAmong(db, query, sought, input.limit - answersLimit);
    const hits = [...first, ...answers.slice(0, input.limit - first.length)];
    return { hits: [...hits, ...hitsAmong(db, query, others, input.limit - hits.length)] };
  },
} as const;
