import { answerFacts } from './describeAnswer.ts';
import type { ReadableDb, SqlValue } from '../db/handles.ts';
import { SHOWN } from './view.ts';
import { containing, wordsOf } from './words.ts';

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

function candidates(db: ReadableDb, query: string): Found[] {
  const shown = 'a.id AS id, a.title AS title, a.document AS document';
  const exact = db.all<Found>(`SELECT ${shown}, 0 AS rank FROM search_answer AS a WHERE a.id = ?`, [
    query,
  ]);
  const words = wordsOf(query);
  // Words of one or two letters alone are looked for in titles: texts of answers are long.
  const short =
    words.match === null
      ? "a.title LIKE ? ESCAPE '\\'"
      : "(a.title || ' ' || a.body) LIKE ? ESCAPE '\\'";
  const conditions: string[] = words.short.map(() => short);
  const params: SqlValue[] = words.short.map(containing);
  if (words.match !== null) {
    conditions.unshift('search_answer_text MATCH ?');
    params.unshift(words.match);
  }
  const source =
    words.match === null
      ? 'search_answer AS a'
      : 'search_answer_text CROSS JOIN search_answer AS a ON a.rowid = search_answer_text.rowid';
  const more = db.all<Found>(
    `SELECT ${shown}, CASE WHEN instr(lower(a.title), ?) > 0 THEN 1 ELSE 2 END AS rank
     FROM ${source} WHERE ${conditions.join(' AND ')} LIMIT ?`,
    [query, ...params, CANDIDATES],
  );
  return [...exact, ...more.filter(({ id }) => id !== exact[0]?.id)];
}

/** The name of a form that the mirror holds. */
function formName(db: ReadableDb, id: string | null): string {
  if (id === null) return '';
  const form = db.one<{ name: string | null }>(
    `SELECT coalesce(${SHOWN} ->> '$.name', ${SHOWN} ->> '$.title') AS name FROM record
     WHERE entity = 'form' AND id = ?`,
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
      const kept = db.one<{ json: string }>('SELECT json FROM document WHERE key = ?', [document]);
      const json = kept?.json ?? '{}';
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
