import { entityOf } from '../db/handles.ts';
import type { Database } from 'better-sqlite3';
import { describe, fold } from './describe.ts';
import type { Described } from './describe.ts';
import { answerForm, rememberingFacts } from './answerFacts.ts';
import { answerBody, answerTitle } from './describeAnswer.ts';
import { addPlaceFunctions } from './areaFunctions.ts';

/** Grows whenever `describe`, `fold` or the facts of answers change, so that old databases search anew. */
const SEARCH_VERSION = '2';

const KEY_LENGTH = 120;

/**
 * The sort key of a value: numbers stay numbers; texts ignore case, and runs of digits in them
 * order by value ("Van 9" before "Van 10"). A longer run is a greater number, so its length goes
 * before it.
 */
export function naturalKey(value: unknown): string | number | bigint | null {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string') return null;
  return value
    .slice(0, KEY_LENGTH)
    .toLowerCase()
    .replace(/\d+/g, (digits) => {
      const plain = digits.replace(/^0+(?=\d)/, '');
      return `0${String(plain.length).padStart(3, '0')}${plain}`;
    });
}

/**
 * Registers what indexes and triggers call. Every connection needs it before it touches a table.
 */
export function addFunctions(db: Database): void {
  // Title and body of one record are asked in turn: parse its text once.
  let last: { entity: unknown; json: unknown; described: Described } | undefined;
  const described = (entity: unknown, json: unknown): Described => {
    if (last === undefined || last.json !== json || last.entity !== entity) {
      const text = typeof json === 'string' ? json : null;
      last = { entity, json, described: describe(entityOf(entity), text) };
    }
    return last.described;
  };
  const pure = { deterministic: true } as const;
  addPlaceFunctions(db);
  db.function('answer_title', pure, answerTitle);
  db.function('answer_body', pure, answerBody);
  db.function('answer_form', pure, answerForm);
  db.function('answer_facts', pure, rememberingFacts());
  db.function('natural_key', pure, naturalKey);
  db.function('search_title', pure, (entity: unknown, json: unknown) =>
    fold(described(entity, json).title),
  );
  db.function('search_body', pure, (entity: unknown, json: unknown) =>
    fold(described(entity, json).search),
  );
}

/**
 * Indexes and search texts are derived by functions of this program. When those mean something
 * else than they did (a newer Unicode table, a newer description), they are made again.
 */
export function refreshDerived(db: Database): void {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const set = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const unicode = process.versions['unicode'] ?? 'unknown';
  const searchIs = `${SEARCH_VERSION}/${unicode}`;
  if (get.get('search')?.value === searchIs) return;
  db.transaction(() => {
    db.exec('REINDEX');
    db.exec(`
      UPDATE search SET
        title = search_title(search.entity, coalesce(record.overlay, record.base)),
        body = search_body(search.entity, coalesce(record.overlay, record.base))
      FROM record WHERE record.rowid = search.rowid;
      UPDATE search_answer SET title = answer_title(document.json), body = answer_body(document.json)
      FROM document WHERE document.key = search_answer.document;
      UPDATE answer_fact SET stale = 1`);
    set.run('search', searchIs);
  }).immediate();
}
