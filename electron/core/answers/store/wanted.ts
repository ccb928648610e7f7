import type { AnswerSource } from '../../../../shared/ipc/answers.ts';
import { answerRequest } from '../../db/schema.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';

/** Answers that somebody asked for, until each of them is here or can't be had. */

/** What is to be read of each answer of a request. */
export interface Wishes {
  withFiles: boolean;
  withPdf: boolean;
  /** Whether what is here already is read anew. */
  again: boolean;
}

export interface Request extends Wishes {
  id: string;
  /** ms since 1970. */
  at: number;
  source: AnswerSource['is'];
  label: string;
  ids: readonly string[];
}

/** One answer that is to be fetched. */
export interface Wanted {
  id: string;
  request: string;
  withFiles: boolean;
  withPdf: boolean;
  again: boolean;
  attempts: number;
}

/** A row of a request that is longer would be left out of the journal; see `db/journaledTables.ts`. */
const LONGEST_PART = 200_000;

function partsOf(ids: readonly string[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const id of ids) {
    if (length + id.length > LONGEST_PART) {
      parts.push(JSON.stringify(part));
      part = [];
      length = 0;
    }
    part.push(id);
    length += id.length + 3;
  }
  return [...parts, JSON.stringify(part)];
}

/** All parts of a request are in one state; the first has its plain id. */
const isOpen = (request: string): string =>
  `EXISTS (SELECT 1 FROM answer_request AS o WHERE o.id = ${request} AND o.state = 'open')`;

/** One that waits for an open request stays its own; any other one follows the latest wish. */
const TAKE_OVER = `DO UPDATE SET
  request = CASE WHEN state = 'waiting' AND ${isOpen('answer_wanted.request')}
    THEN request ELSE excluded.request END,
  state = CASE state WHEN 'waiting' THEN state ELSE excluded.state END,
  with_files = max(with_files, excluded.with_files),
  with_pdf = max(with_pdf, excluded.with_pdf), again = max(again, excluded.again),
  attempts = 0, error = NULL`;

/** Rows for the ids of a request; those that are here already are not fetched for nothing. */
function enter(db: WritableDb, request: string, known: string): number {
  return db.run(
    `INSERT INTO answer_wanted (id, request, state, with_files, with_pdf, again)
     SELECT j.value, :request,
       CASE WHEN r.again = 0 AND r.with_files = 0
         AND EXISTS (SELECT 1 FROM answer_fact AS f WHERE f.id = j.value)
         AND (r.with_pdf = 0 OR EXISTS (SELECT 1 FROM pdf AS p WHERE p.answer_id = j.value))
       THEN 'had' ELSE 'waiting' END,
       r.with_files, r.with_pdf, r.again
     FROM answer_request AS r, json_each(r.ids) AS j
     WHERE r.id = :request OR r.id GLOB :request || '/*'
     ORDER BY r.rowid, j.key
     ON CONFLICT (id) ${known}`,
    { request },
  );
}

/** A request as a whole, however many rows its ids take. */
const WHOLE = "CASE WHEN instr(id, '/') = 0 THEN id ELSE substr(id, 1, instr(id, '/') - 1) END";

export const wantedReads = {
  /** What is to be fetched next, in the order in which it was asked for; what failed before comes last. */
  'answers.next': (
    db: ReadableDb,
    { exclude, limit }: { exclude: readonly string[]; limit: number },
  ): Wanted[] =>
    db
      .all<Record<keyof Wanted, string | number>>(
        `SELECT id, request, with_files AS withFiles, with_pdf AS withPdf, again, attempts
         FROM answer_wanted AS w
         WHERE state = 'waiting' AND ${isOpen('w.request')}
           AND id NOT IN (SELECT value FROM json_each(?))
         ORDER BY attempts, seq LIMIT ?`,
        [JSON.stringify(exclude), limit],
      )
      .map((row) => ({
        id: String(row.id),
        request: String(row.request),
        withFiles: row.withFiles !== 0,
        withPdf: row.withPdf !== 0,
        again: row.again !== 0,
        attempts: Number(row.attempts),
      })),

  /** Every request that was not put away, newest first, with what became of its answers. */
  'answers.requests': (db: ReadableDb, _input: Record<string, never>) => {
    const requests = db.all<{
      id: string;
      at: number;
      source: AnswerSource['is'];
      label: string;
      state: 'open' | 'paused';
    }>(
      `SELECT ${WHOLE} AS id, min(at) AS at, source, label,
         CASE WHEN min(state) = 'open' THEN 'open' ELSE 'paused' END AS state
       FROM answer_request GROUP BY 1 ORDER BY at DESC, id`,
    );
    const counts = db.all<{ request: string; state: string; n: number }>(
      'SELECT request, state, count(*) AS n FROM answer_wanted GROUP BY request, state',
    );
    const of = (request: string, state: string): number =>
      counts.find((one) => one.request === request && one.state === state)?.n ?? 0;
    return requests.map((request) => ({
      ...request,
      waiting: of(request.id, 'waiting'),
      had: of(request.id, 'had'),
      failed: of(request.id, 'failed'),
    }));
  },

  /** Answers that could not be had, and why; the latest first. */
  'answers.failures': (
    db: ReadableDb,
    { offset, limit }: { offset: number; limit: number },
  ): { rows: { id: string; error: string; triedAt: number | null }[]; total: number } => ({
    rows: db.all(
      `SELECT id, coalesce(error, '{}') AS error, tried_at AS triedAt FROM answer_wanted
       WHERE state = 'failed' ORDER BY tried_at DESC, seq LIMIT ? OFFSET ?`,
      [limit, offset],
    ),
    total:
      db.one<{ n: number }>("SELECT count(*) AS n FROM answer_wanted WHERE state = 'failed'")?.n ??
      0,
  }),

  /** Which of these are in the mirror. */
  'answers.here': (db: ReadableDb, { ids }: { ids: readonly string[] }): { count: number } => ({
    count:
      db.one<{ n: number }>(
        'SELECT count(*) AS n FROM answer_fact WHERE id IN (SELECT value FROM json_each(?))',
        [JSON.stringify(ids)],
      )?.n ?? 0,
  }),
} as const;

export const wantedWrites = {
  /** Takes a request in: durable when it answers. */
  'answers.want': (db: WritableDb, request: Request) => {
    const { id, at, source, label } = request;
    partsOf(request.ids).forEach((ids, index) => {
      db.orm
        .insert(answerRequest)
        .values({
          ...{ id: index === 0 ? id : `${id}/${String(index + 1)}`, at, source, label, ids },
          withFiles: request.withFiles ? 1 : 0,
          withPdf: request.withPdf ? 1 : 0,
          again: request.again ? 1 : 0,
          state: 'open',
        })
        .run();
    });
    return { count: enter(db, id, TAKE_OVER) };
  },

  /** After a start: rows for requests whose own were lost with a database. */
  'answers.reconcile': (db: WritableDb, _input: Record<string, never>) => {
    const lost = db.all<{ id: string }>(
      `SELECT DISTINCT ${WHOLE} AS id FROM answer_request AS r
       WHERE NOT EXISTS (SELECT 1 FROM answer_wanted AS w WHERE w.request = ${WHOLE})`,
    );
    return { count: lost.reduce((sum, { id }) => sum + enter(db, id, 'DO NOTHING'), 0) };
  },

  /** What became of one answer. One that is no longer wanted is left alone. */
  'answers.settle': (
    db: WritableDb,
    {
      id,
      state,
      error,
      at,
      tried,
    }: {
      id: string;
      state: 'waiting' | 'had' | 'failed';
      /** JSON text of an `AppError`; null after a success. */
      error: string | null;
      at: number;
      /** Whether this counts as a try. */
      tried: boolean;
    },
  ) => ({
    changed: db.run(
      `UPDATE answer_wanted SET state = ?, error = ?, tried_at = ?, attempts = attempts + ?,
         again = CASE WHEN ? = 'had' THEN 0 ELSE again END WHERE id = ?`,
      [state, error, at, tried ? 1 : 0, state, id],
    ),
  }),

  /** Stops or goes on with one request, or all. */
  'answers.setState': (
    db: WritableDb,
    { request, state }: { request: string | null; state: 'open' | 'paused' },
  ) => ({
    changed: db.run(
      `UPDATE answer_request SET state = :state
       WHERE state <> :state AND (:request IS NULL OR ${WHOLE} = :request)`,
      { state, request },
    ),
  }),

  /** Gives a request up, or all: what it has fetched stays. */
  'answers.cancel': (db: WritableDb, { request }: { request: string | null }) => {
    const changed = db.run(
      `DELETE FROM answer_wanted WHERE :request IS NULL OR request = :request`,
      { request },
    );
    db.run(`DELETE FROM answer_request WHERE :request IS NULL OR ${WHOLE} = :request`, { request });
    return { changed };
  },

  /** Puts requests away that have nothing left to fetch; their failures go with them. */
  'answers.putAway': (db: WritableDb, _input: Record<string, never>) => {
    const ended = `${WHOLE} NOT IN
      (SELECT request FROM answer_wanted WHERE state = 'waiting')`;
    const changed = db.run(`DELETE FROM answer_request WHERE ${ended}`);
    db.run(`DELETE FROM answer_wanted
      WHERE request NOT IN (SELECT ${WHOLE} FROM answer_request)`);
    return { changed };
  },

  /** Tries failed ones again: these, or all. */
  'answers.retry': (db: WritableDb, { ids }: { ids: readonly string[] | null }) => ({
    changed: db.run(
      `UPDATE answer_wanted SET state = 'waiting', attempts = 0, error = NULL
       WHERE state = 'failed' AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))`,
      { ids: ids === null ? null : JSON.stringify(ids) },
    ),
  }),

  /** Works the facts of some answers out again whose form changed; gives how many are left. */
  'answers.refreshFacts': (db: WritableDb, { limit }: { limit: number }) => {
    // The trigger works them out; nothing of the documents changes.
    db.run(
      `UPDATE document SET read_at = read_at WHERE key IN
         (SELECT document FROM answer_fact WHERE stale = 1 ORDER BY id LIMIT ?)`,
      [limit],
    );
    // A fact without its document can't be worked out, and should not be there.
    db.run(
      `DELETE FROM answer_fact WHERE stale = 1
         AND NOT EXISTS (SELECT 1 FROM document WHERE key = answer_fact.document)`,
    );
    const left = db.one<{ n: number }>('SELECT count(*) AS n FROM answer_fact WHERE stale = 1');
    return { left: left?.n ?? 0 };
  },
} as const;
