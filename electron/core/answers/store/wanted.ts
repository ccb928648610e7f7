import { sql } from 'drizzle-orm';
import type { Column, SQL } from 'drizzle-orm';
import type { AnswerSource } from '../../../../shared/ipc/answers.ts';
import { answerRequest } from '../../db/schema.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import * as t from '../../db/schema.ts';
import { rowCount, into, names, select, selectDistinct, statement } from '../../db/statement.ts';

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
const isOpen = (request: Column): SQL =>
  sql`EXISTS (SELECT 1 FROM ${t.answerRequest} WHERE ${t.answerRequest.id} = ${request}
    AND ${t.answerRequest.state} = 'open')`;

const greaterOf = (column: Column): SQL =>
  sql`${names(column)} = max(${column}, excluded.${names(column)})`;

/** One that waits for an open request stays its own; any other one follows the latest wish. */
const TAKE_OVER = sql`DO UPDATE SET ${names(t.answerWanted.request)} = CASE
  WHEN ${t.answerWanted.state} = 'waiting'
  AND ${isOpen(t.answerWanted.request)} THEN ${t.answerWanted.request}
  ELSE excluded.${names(t.answerWanted.request)} END, ${names(t.answerWanted.state)} = CASE
  ${t.answerWanted.state} WHEN 'waiting' THEN ${t.answerWanted.state}
  ELSE excluded.${names(t.answerWanted.state)} END, ${greaterOf(t.answerWanted.withFiles)},
  ${greaterOf(t.answerWanted.withPdf)}, ${greaterOf(t.answerWanted.again)},
  ${names(t.answerWanted.attempts)} = 0, ${names(t.answerWanted.error)} = NULL`;

const LEAVE = sql`DO NOTHING`;

/** Rows for the ids of a request; those that are here already are not fetched for nothing. */
function enter(db: WritableDb, request: string, known: SQL): number {
  return db.run(
    statement`INSERT INTO
      ${into(t.answerWanted, 'id', 'request', 'state', 'withFiles', 'withPdf', 'again')}
      SELECT j.value, :request, CASE WHEN ${t.answerRequest.again} = 0
      AND ${t.answerRequest.withFiles} = 0 AND EXISTS (SELECT 1 FROM ${t.answerFact}
      WHERE ${t.answerFact.id} = j.value) AND (${t.answerRequest.withPdf} = 0 OR EXISTS (SELECT 1
      FROM ${t.pdf} WHERE ${t.pdf.answerId} = j.value)) THEN 'had'
      ELSE 'waiting' END, ${t.answerRequest.withFiles}, ${t.answerRequest.withPdf},
      ${t.answerRequest.again} FROM ${t.answerRequest}, json_each(${t.answerRequest.ids}) AS j
      WHERE ${t.answerRequest.id} = :request OR ${t.answerRequest.id} GLOB :request || '/*'
      ORDER BY ${t.answerRequest}.rowid, j.key ON CONFLICT (${names(t.answerWanted.id)}) ${known}`,
    { request },
  );
}

/** A request as a whole, however many rows its ids take. */
const WHOLE = sql<string>`CASE WHEN instr(${t.answerRequest.id}, '/') = 0 THEN ${t.answerRequest.id}
  ELSE substr(${t.answerRequest.id}, 1, instr(${t.answerRequest.id}, '/') - 1) END`;

/** An answer has one row however many requests name it: what waits for a paused one goes to an open one. */
function handToOpen(db: WritableDb): void {
  db.run(
    statement`UPDATE ${t.answerWanted} SET ${names(t.answerWanted.request)} = heir.request
      FROM (SELECT j.value AS id, min(${WHOLE}) AS request FROM ${t.answerRequest},
      json_each(${t.answerRequest.ids}) AS j WHERE ${t.answerRequest.state} = 'open'
      GROUP BY j.value) AS heir WHERE heir.id = ${t.answerWanted.id}
      AND ${t.answerWanted.state} = 'waiting' AND NOT ${isOpen(t.answerWanted.request)}`,
  );
}

const lesserOf = (column: Column): SQL =>
  sql`${names(column)} = min(${column}, heir.${names(column)})`;

/** Rows of a request that is given up go to another that names them, and wait for its wishes alone. */
function handToOthers(db: WritableDb, request: string): void {
  const greatest = (column: Column): SQL => sql`max(${column}) AS ${names(column)}`;
  db.run(
    statement`UPDATE ${t.answerWanted} SET ${names(t.answerWanted.request)} = substr(heir.request, 2),
      ${lesserOf(t.answerWanted.withFiles)}, ${lesserOf(t.answerWanted.withPdf)},
      ${lesserOf(t.answerWanted.again)} FROM (SELECT j.value AS id,
      min(CASE ${t.answerRequest.state} WHEN 'open' THEN 'a' ELSE 'b' END || ${WHOLE}) AS request,
      ${greatest(t.answerRequest.withFiles)}, ${greatest(t.answerRequest.withPdf)},
      ${greatest(t.answerRequest.again)} FROM ${t.answerRequest},
      json_each(${t.answerRequest.ids}) AS j WHERE ${WHOLE} <> :request GROUP BY j.value) AS heir
      WHERE heir.id = ${t.answerWanted.id} AND ${t.answerWanted.request} = :request`,
    { request },
  );
}

export const wantedReads = {
  /** What is to be fetched next, in the order in which it was asked for; what failed before comes last. */
  'answers.next': (
    db: ReadableDb,
    { exclude, limit }: { exclude: readonly string[]; limit: number },
  ): Wanted[] =>
    db
      .all(
        select({
          id: t.answerWanted.id,
          request: t.answerWanted.request,
          withFiles: t.answerWanted.withFiles,
          withPdf: t.answerWanted.withPdf,
          again: t.answerWanted.again,
          attempts: t.answerWanted.attempts,
        })`FROM ${t.answerWanted} WHERE ${t.answerWanted.state} = 'waiting'
          AND ${isOpen(t.answerWanted.request)} AND ${t.answerWanted.id} NOT IN (SELECT value
          FROM json_each(?)) ORDER BY ${t.answerWanted.attempts}, ${t.answerWanted.seq} LIMIT ?`,
        [JSON.stringify(exclude), limit],
      )
      .map((row) => ({
        ...row,
        withFiles: row.withFiles !== 0,
        withPdf: row.withPdf !== 0,
        again: row.again !== 0,
      })),

  /** Every request that was not put away, newest first, with what became of its answers. */
  'answers.requests': (db: ReadableDb, _input: Record<string, never>) => {
    const requests = db.all(
      select({
        id: WHOLE,
        at: sql<number>`min(${t.answerRequest.at})`,
        source: t.answerRequest.source,
        label: t.answerRequest.label,
        state: sql<
          'open' | 'paused'
        >`CASE WHEN min(${t.answerRequest.state}) = 'open' THEN 'open' ELSE 'paused' END`,
      })`FROM ${t.answerRequest} GROUP BY 1 ORDER BY at DESC, id`,
    );
    const counts = db.all(
      select({
        request: t.answerWanted.request,
        state: t.answerWanted.state,
        n: rowCount,
      })`FROM ${t.answerWanted} GROUP BY ${t.answerWanted.request}, ${t.answerWanted.state}`,
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
      select({
        id: t.answerWanted.id,
        error: sql<string>`coalesce(${t.answerWanted.error}, '{}')`,
        triedAt: t.answerWanted.triedAt,
      })`FROM ${t.answerWanted} WHERE ${t.answerWanted.state} = 'failed'
        ORDER BY ${t.answerWanted.triedAt} DESC, ${t.answerWanted.seq} LIMIT ? OFFSET ?`,
      [limit, offset],
    ),
    total:
      db.one(select({ n: rowCount })`FROM ${t.answerWanted}
        WHERE ${t.answerWanted.state} = 'failed'`)?.n ?? 0,
  }),

  /** Which of these are in the mirror. */
  'answers.here': (db: ReadableDb, { ids }: { ids: readonly string[] }): { count: number } => ({
    count:
      db.one(
        select({ n: rowCount })`FROM ${t.answerFact} WHERE ${t.answerFact.id} IN (SELECT value
          FROM json_each(?))`,
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
    const lost = db.all(
      selectDistinct({ id: WHOLE })`FROM ${t.answerRequest} WHERE NOT EXISTS (SELECT 1
        FROM ${t.answerWanted} WHERE ${t.answerWanted.request} = ${WHOLE})`,
    );
    return { count: lost.reduce((sum, { id }) => sum + enter(db, id, LEAVE), 0) };
  },

  /** What became of one answer. One that is no longer wanted is left alone. */
  'answers.finish': (
    db: WritableDb,
    {
      id,
      state,
      error,
      at,
      tried,
      served,
    }: {
      id: string;
      state: 'waiting' | 'had' | 'failed';
      /** JSON text of an `AppError`; null after a success. */
      error: string | null;
      at: number;
      /** Whether this counts as a try. */
      tried: boolean;
      /** What was asked for with it; where more is wished by now, it waits for that. */
      served: Wishes;
    },
  ) => ({
    changed: db.run(
      statement`UPDATE ${t.answerWanted}
        SET ${names(t.answerWanted.state)} = CASE WHEN :state = 'had'
        AND (${t.answerWanted.withFiles} > :withFiles OR ${t.answerWanted.withPdf} > :withPdf
        OR ${t.answerWanted.again} > :again) THEN 'waiting' ELSE :state END,
        ${names(t.answerWanted.error)} = :error, ${names(t.answerWanted.triedAt)} = :at,
        ${names(t.answerWanted.attempts)} = ${t.answerWanted.attempts} + :tried,
        ${names(t.answerWanted.again)} = CASE WHEN :state = 'had'
        AND ${t.answerWanted.again} <= :again THEN 0 ELSE ${t.answerWanted.again} END
        WHERE ${t.answerWanted.id} = :id`,
      {
        ...{ id, state, error, at, tried: tried ? 1 : 0, again: served.again ? 1 : 0 },
        ...{ withFiles: served.withFiles ? 1 : 0, withPdf: served.withPdf ? 1 : 0 },
      },
    ),
  }),

  /** Stops or goes on with one request, or all. */
  'answers.setState': (
    db: WritableDb,
    { request, state }: { request: string | null; state: 'open' | 'paused' },
  ) => {
    const changed = db.run(
      statement`UPDATE ${t.answerRequest} SET ${names(t.answerRequest.state)} = :state
        WHERE ${t.answerRequest.state} <> :state AND (:request IS NULL OR ${WHOLE} = :request)`,
      { state, request },
    );
    handToOpen(db);
    return { changed };
  },

  /** Gives a request up, or all: what it has fetched stays, and what others want too. */
  'answers.cancel': (db: WritableDb, { request }: { request: string | null }) => {
    if (request !== null) handToOthers(db, request);
    const changed = db.run(
      statement`DELETE FROM ${t.answerWanted} WHERE :request IS NULL
        OR ${t.answerWanted.request} = :request`,
      { request },
    );
    db.run(
      statement`DELETE FROM ${t.answerRequest} WHERE :request IS NULL OR ${WHOLE} = :request`,
      { request },
    );
    return { changed };
  },

  /** Puts requests away that have nothing left to fetch; their failures go with them. */
  'answers.putAway': (db: WritableDb, _input: Record<string, never>) => {
    const ended = sql`${WHOLE} NOT IN (SELECT ${t.answerWanted.request} FROM ${t.answerWanted}
      WHERE ${t.answerWanted.state} = 'waiting')`;
    const changed = db.run(statement`DELETE FROM ${t.answerRequest} WHERE ${ended}`);
    db.run(statement`DELETE FROM ${t.answerWanted}
      WHERE ${t.answerWanted.request} NOT IN (SELECT ${WHOLE} FROM ${t.answerRequest})`);
    return { changed };
  },

  /** Tries failed ones again: these, or all. */
  'answers.retry': (db: WritableDb, { ids }: { ids: readonly string[] | null }) => ({
    changed: db.run(
      statement`UPDATE ${t.answerWanted} SET ${names(t.answerWanted.state)} = 'waiting',
        ${names(t.answerWanted.attempts)} = 0, ${names(t.answerWanted.error)} = NULL
        WHERE ${t.answerWanted.state} = 'failed' AND (:ids IS NULL
        OR ${t.answerWanted.id} IN (SELECT value FROM json_each(:ids)))`,
      { ids: ids === null ? null : JSON.stringify(ids) },
    ),
  }),

  /** Works the facts of some answers out again whose form changed; gives how many are left. */
  'answers.refreshFacts': (db: WritableDb, { limit }: { limit: number }) => {
    // The trigger works them out; nothing of the documents changes.
    db.run(
      statement`UPDATE ${t.document} SET ${names(t.document.readAt)} = ${t.document.readAt}
        WHERE ${t.document.key} IN (SELECT ${t.answerFact.document} FROM ${t.answerFact}
        WHERE ${t.answerFact.stale} = 1 ORDER BY ${t.answerFact.id} LIMIT ?)`,
      [limit],
    );
    // A fact without its document can't be worked out, and should not be there.
    db.run(
      statement`DELETE FROM ${t.answerFact} WHERE ${t.answerFact.stale} = 1 AND NOT EXISTS (SELECT 1
        FROM ${t.document} WHERE ${t.document.key} = ${t.answerFact.document})`,
    );
    const left = db.one(select({ n: rowCount })`FROM ${t.answerFact}
      WHERE ${t.answerFact.stale} = 1`);
    return { left: left?.n ?? 0 };
  },
} as const;
