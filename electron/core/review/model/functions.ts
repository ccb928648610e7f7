import type { Database } from 'better-sqlite3';
import { fold } from './fold.ts';
import type { ReviewEvent } from './fold.ts';

/**
 * Registers the aggregate that sums events up, for the trigger that keeps the list of reviews. Every
 * connection needs it before it touches an event.
 */
export function addReviewFunctions(db: Database): void {
  db.aggregate<ReviewEvent[]>('review_fold', {
    deterministic: true,
    varargs: true,
    start: () => [],
    step: (events, ...columns: unknown[]) => {
      const [id, answerId, at, by, kind, value, change] = columns;
      const event = { id, answerId, at: Number(at), by, kind, value, change };
      events.push(event as ReviewEvent);
      return events;
    },
    result: (events) => {
      const { notes, ...review } = fold(events);
      return JSON.stringify({ ...review, notes: notes.length });
    },
  });
}
