import type { Migration } from './migration.ts';

/**
 * Reviews of answers: what people did, event by event, kept in the journal too; and what it comes to
 * for each answer, which lists are narrowed by. Nothing of it is ever sent.
 */
export const migration: Migration = {
  version: 14,
  name: 'reviews',
  up(db) {
    db.exec(`
      CREATE TABLE review_event (
        id TEXT PRIMARY KEY,
        answer_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        by TEXT NOT NULL,
        kind TEXT NOT NULL,
        value TEXT NOT NULL,
        change TEXT NOT NULL
      );
      CREATE INDEX review_event_answer ON review_event (answer_id, at);
      CREATE INDEX review_event_change ON review_event (change);

      CREATE TABLE review (
        answer_id TEXT PRIMARY KEY,
        state TEXT NOT NULL,
        tags TEXT NOT NULL,
        due TEXT,
        assignee TEXT,
        notes INTEGER NOT NULL,
        verdicts TEXT NOT NULL,
        at INTEGER,
        by TEXT
      );
      CREATE TRIGGER review_event_insert AFTER INSERT ON review_event BEGIN
        INSERT INTO review (answer_id, state, tags, due, assignee, notes, verdicts, at, by)
        SELECT new.answer_id, sum ->> '$.state', sum -> '$.tags', sum ->> '$.due',
          sum ->> '$.assignee', sum ->> '$.notes', sum -> '$.verdicts', sum ->> '$.at',
          sum ->> '$.by'
        FROM (SELECT review_fold(id, answer_id, at, by, kind, value, change) AS sum
          FROM review_event WHERE answer_id = new.answer_id)
        WHERE true
        ON CONFLICT (answer_id) DO UPDATE SET state = excluded.state, tags = excluded.tags,
          due = excluded.due, assignee = excluded.assignee, notes = excluded.notes,
          verdicts = excluded.verdicts, at = excluded.at, by = excluded.by;
      END;
    `);
  },
};
