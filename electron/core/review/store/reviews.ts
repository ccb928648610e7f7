import { sql } from 'drizzle-orm';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { comparedVerdicts, fold, inOrder, takenBack } from '../model/fold.ts';
import type { ComparedReview, Review, ReviewAct, ReviewEvent } from '../model/fold.ts';
import { LAST_INSTANT, unpackReviews } from '../model/transfer.ts';
import type { ReviewFile } from '../model/transfer.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import * as t from '../../db/schema.ts';
import { into, names, rowCount, select, statement } from '../../db/statement.ts';

/** What people did to answers, and what it comes to. */

const COLUMNS = {
  id: t.reviewEvent.id,
  answerId: t.reviewEvent.answerId,
  at: t.reviewEvent.at,
  by: t.reviewEvent.by,
  kind: t.reviewEvent.kind,
  value: t.reviewEvent.value,
  change: t.reviewEvent.change,
};

function eventsOf(db: ReadableDb, answerId: string): ReviewEvent[] {
  return db.all(select(COLUMNS)`FROM ${t.reviewEvent} WHERE ${t.reviewEvent.answerId} = ?`, [
    answerId,
  ]);
}

function insert(db: WritableDb, event: ReviewEvent): number {
  return db.run(
    statement`INSERT INTO
      ${into(t.reviewEvent, 'id', 'answerId', 'at', 'by', 'kind', 'value', 'change')}
      VALUES (:id, :answerId, :at, :by, :kind, :value, :change) ON CONFLICT
      (${names(t.reviewEvent.id)}) DO NOTHING`,
    { ...event },
  );
}

/** What was answered, in short; null where the answer is not here, or not worked out yet. */
function digestOf(db: ReadableDb, answerId: string): string | null {
  const fact = db.one(
    select({ digest: t.answerFact.digest })`FROM ${t.answerFact} WHERE ${t.answerFact.id} = ?`,
    [answerId],
  );
  return fact?.digest ?? null;
}

/** A verdict tells what it is about, so that it does not stand on an answer that was changed since. */
function aboutNow(act: ReviewAct, digest: string | null): ReviewAct['value'] {
  return act.kind === 'state' && digest !== null ? { ...act.value, of: digest } : act.value;
}

/** A review whose verdicts tell whether the answer was changed after them. */
function comparedWith(review: Review, digest: string | null): ComparedReview {
  return { ...review, verdicts: comparedVerdicts(review.verdicts, digest) };
}

/** Later than everything that was done to the answer, whatever the clocks of others said. */
function nextAt(db: ReadableDb, answerId: string, now: number): number {
  const last = db.one(
    select({ at: sql<number | null>`max(${t.reviewEvent.at})` })`FROM ${t.reviewEvent}
      WHERE ${t.reviewEvent.answerId} = ?`,
    [answerId],
  );
  return Math.min(LAST_INSTANT, Math.max(now, (last?.at ?? 0) + 1));
}

/** A file of reviews without what was done. */
type About = Omit<ReviewFile, 'events'> & { unreadable: number };
type ExaminedReviews = About & { people: string[]; fresh: number; answers: number; known: number };
type SplitReviews = About & { parts: string[] };

/** Events of a file that come in together: a person's own judgement waits no longer than they take. */
const PART_EVENTS = 1_000;

/** How many of these events are not here yet, and about how many answers. */
function unknownOf(
  db: ReadableDb,
  events: readonly ReviewEvent[],
): { fresh: number; answers: number } {
  const fresh = db.all(
    select({ answerId: sql<string>`value ->> '$.answerId'` })`FROM json_each(?)
      WHERE value ->> '$.id' NOT IN (SELECT ${t.reviewEvent.id} FROM ${t.reviewEvent})`,
    [JSON.stringify(events.map(({ id, answerId }) => ({ id, answerId })))],
  );
  return { fresh: fresh.length, answers: new Set(fresh.map(({ answerId }) => answerId)).size };
}

export const reviewReads = {
  /** The review of an answer, and everything that was done to it, the latest first. */
  'review.get': (
    db: ReadableDb,
    { answerId }: { answerId: string },
  ): { review: ComparedReview; history: (ReviewEvent & { takenBack: boolean })[] } => {
    const events = inOrder(eventsOf(db, answerId));
    const gone = takenBack(events);
    return {
      review: comparedWith(fold(events), digestOf(db, answerId)),
      history: events.reverse().map((event) => ({ ...event, takenBack: gone.has(event.id) })),
    };
  },

  /** Reviews of several answers in the order of the ids; those without one are to do. */
  'review.many': (
    db: ReadableDb,
    { answerIds }: { answerIds: readonly string[] },
  ): { answerId: string; review: Review }[] =>
    answerIds.map((answerId) => ({ answerId, review: fold(eventsOf(db, answerId)) })),

  /** How many answers are in each state, and the tags and names that were used. */
  'review.facets': (db: ReadableDb, _input: Record<string, never>) => {
    const { review, reviewEvent, answerFact } = t;
    return {
      states: db.all(
        select({ value: sql<string>`coalesce(${review.state}, 'todo')`, count: rowCount })` FROM
          ${answerFact} FULL JOIN ${review} ON ${review.answerId} = ${answerFact.id} GROUP BY 1`,
      ),
      tags: db.all(
        select({ value: sql<string>`tag.value`, count: rowCount })` FROM ${review},
          json_each(${review.tags}) AS tag GROUP BY 1 ORDER BY count DESC, 1 LIMIT 500`,
      ),
      assignees: db.all(
        select({ value: sql<string>`${review.assignee}`, count: rowCount })` FROM ${review}
          WHERE ${review.assignee} IS NOT NULL GROUP BY 1 ORDER BY count DESC, 1 LIMIT 500`,
      ),
      people: db.all(
        select({ value: reviewEvent.by, count: rowCount })` FROM ${reviewEvent} GROUP BY 1
          ORDER BY count DESC, 1`,
      ),
    };
  },

  /** Everything that was done, or what was done to some answers, for a file. */
  'review.events': (
    db: ReadableDb,
    { answerIds }: { answerIds: readonly string[] | null },
  ): ReviewEvent[] =>
    db.all(
      select(COLUMNS)`FROM ${t.reviewEvent} WHERE :ids IS NULL
        OR ${t.reviewEvent.answerId} IN (SELECT value FROM json_each(:ids))
        ORDER BY ${t.reviewEvent.at}, ${t.reviewEvent.id}`,
      { ids: answerIds === null ? null : JSON.stringify(answerIds) },
    ),

  /** What bringing a file in would do. Errors: those of `unpackReviews`. */
  'review.examineFile': (
    db: ReadableDb,
    { file }: { file: Uint8Array },
  ): Result<ExaminedReviews> => {
    const read = unpackReviews(file);
    if (!read.ok) return read;
    const { events, ...about } = read.value;
    const people = [...new Set(events.map((event) => event.by))].sort();
    const { fresh, answers } = unknownOf(db, events);
    return ok({ ...about, people, fresh, answers, known: events.length - fresh });
  },

  /** A file in parts for `review.merge`, each the JSON of some of its events. Errors: the same. */
  'review.split': (_db: ReadableDb, { file }: { file: Uint8Array }): Result<SplitReviews> => {
    const read = unpackReviews(file);
    if (!read.ok) return read;
    const { events, ...about } = read.value;
    const parts: string[] = [];
    for (let from = 0; from < events.length; from += PART_EVENTS)
      parts.push(JSON.stringify(events.slice(from, from + PART_EVENTS)));
    return ok({ ...about, parts });
  },
} as const;

export const reviewWrites = {
  /** Does the same to some answers, as one act. Durable when it answers. */
  'review.judge': (
    db: WritableDb,
    {
      answerIds,
      acts,
      by,
      now,
      change,
    }: {
      answerIds: readonly string[];
      acts: readonly ReviewAct[];
      by: string;
      now: number;
      change: string;
    },
  ) => {
    let count = 0;
    for (const answerId of answerIds) {
      let at = nextAt(db, answerId, now);
      const digest = digestOf(db, answerId);
      for (const act of acts) {
        const id = `${change}-${String(count)}`;
        const value = JSON.stringify(aboutNow(act, digest));
        insert(db, { id, answerId, at, by, kind: act.kind, value, change });
        count += 1;
        at = Math.min(LAST_INSTANT, at + 1);
      }
    }
    return { count };
  },

  /** Takes an act back; taking that back brings it again. What is taken back already stays so. */
  'review.undo': (
    db: WritableDb,
    { change, by, now, as }: { change: string; by: string; now: number; as: string },
  ) => {
    const events = db.all(
      select(COLUMNS)`FROM ${t.reviewEvent} WHERE ${t.reviewEvent.change} = ?
        ORDER BY ${t.reviewEvent.at}, ${t.reviewEvent.id}`,
      [change],
    );
    let count = 0;
    const answers = new Set<string>();
    for (const { id, answerId } of events) {
      if (takenBack(inOrder(eventsOf(db, answerId))).has(id)) continue;
      const at = nextAt(db, answerId, now);
      const event = { kind: 'undo', value: JSON.stringify(id), change: as };
      insert(db, { id: `${as}-${String(count)}`, answerId, at, by, ...event });
      answers.add(answerId);
      count += 1;
    }
    return { undone: count, answerIds: [...answers] };
  },

  /**
   * Brings events in that are not here yet; those that are stay as they are. Tells the acts of both,
   * those that came in with their latest time.
   */
  'review.merge': (db: WritableDb, { events }: { events: readonly ReviewEvent[] }) => {
    let imported = 0;
    const fresh = new Map<string, number>();
    const known = new Set<string>();
    for (const { id, answerId, at, by, kind, value, change } of events) {
      const whole = Math.trunc(at);
      const came = insert(db, { id, answerId, at: whole, by, kind, value, change });
      imported += came;
      if (came === 0) known.add(change);
      else fresh.set(change, Math.max(whole, fresh.get(change) ?? 0));
    }
    return { imported, fresh: [...fresh], known: [...known] };
  },
} as const;
