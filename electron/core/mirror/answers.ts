import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { answerFacts } from './describeAnswer.ts';
import type { ReadableDb, SqlValue } from '../db/handles.ts';
import { SHOWN } from './viewConditions.ts';
import { containing, wordsOf } from './words.ts';
import * as t from '../db/schema.ts';
import { select } from '../db/statement.ts';

/** Answers to forms among the documents that were opened, found by their text. */

/** More candidates than this are not ranked. */
const CANDIDATES = 200;

interface Found {
  id: string;
  title: string;
  /** Key of its document. */
  document: string;
  rank: number;
}

export interface AnswerHit {
  entity: 'answer';
  id: string;
  title: string;
  detail: string;
  archived: false;
}

const SHOWN_OF_ANSWER = {
  id: t.searchAnswer.id,
  title: t.searchAnswer.title,
  document: t.searchAnswer.document,
};
const RANK = sql<number>`CASE WHEN instr(lower(${t.searchAnswer.title}), ?) > 0 THEN 1 ELSE 2 END`;
const LIKE_TITLE = sql`${t.searchAnswer.title} LIKE ? ESCAPE '\\'`;
const LIKE_TEXT = sql`(${t.searchAnswer.title} || ' ' || ${t.searchAnswer.body}) LIKE ? ESCAPE
  '\\'`;
const BY_TEXT = sql`search_answer_text CROSS JOIN ${t.searchAnswer} ON ${t.searchAnswer.rowid} =
  search_answer_text.rowid`;

function candidates(db: ReadableDb, query: string): Found[] {
  const exact = db.all(
    select({
      ...SHOWN_OF_ANSWER,
      rank: sql<number>`0`,
    })`FROM ${t.searchAnswer} WHERE ${t.searchAnswer.id} = ?`,
    [query],
  );
  const words = wordsOf(query);
  // Words of one or two letters alone are looked for in titles: texts of answers are long.
  const short = words.match === null ? LIKE_TITLE : LIKE_TEXT;
  const conditions: SQL[] = words.short.map(() => short);
  const params: SqlValue[] = words.short.map(containing);
  if (words.match !== null) {
    conditions.unshift(sql`search_answer_text MATCH ?`);
    params.unshift(words.match);
  }
  const more = db.all(
    select({
      ...SHOWN_OF_ANSWER,
      rank: RANK,
    })`FROM ${words.match === null ? t.searchAnswer : BY_TEXT}
      WHERE ${sql.join(conditions, sql` AND `)} LIMIT ?`,
    [query, ...params, CANDIDATES],
  );
  return [...exact, ...more.filter(({ id }) => id !== exact[0]?.id)];
}

/** The name of a form that the mirror holds. */
function formName(db: ReadableDb, id: string | null): string {
  if (id === null) return '';
  const form = db.one(
    select({
      name: sql<string | null>`coalesce(${SHOWN} ->> '$.name', ${SHOWN} ->> '$.title')`,
    })`FROM ${t.record} WHERE ${t.record.entity} = 'form' AND ${t.record.id} = ?`,
    [id],
  );
  return form?.name ?? '';
}

/**
 * Answers in which every word occurs, best first: the very id, a title, then any text; `query` is
 * folded. The detail tells what the answer is about and where the first word stands.
 */
export function answerHits(db: ReadableDb, query: string, limit: number): AnswerHit[] {
  if (limit <= 0) return [];
  const first = query.split(/\s+/)[0] ?? query;
  return candidates(db, query)
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
    .map(({ id, title, document }) => {
      // Answers may hold photographs: only those that are shown are read whole.
      const stored = db.one(
        select({ json: t.document.json })`FROM ${t.document} WHERE ${t.document.key} = ?`,
        [document],
      );
      const json = stored?.json ?? '{}';
      const { formId, about, excerpt } = answerFacts(json, first);
      const shown = title === '' ? formName(db, formId) : title;
      const parts = [about, excerpt === shown ? '' : excerpt].filter(Boolean);
      return {
        entity: 'answer',
        id,
        title: shown === '' ? id : shown,
        detail: [...new Set(parts)].join(' · '),
        archived: false,
      };
    });
}
