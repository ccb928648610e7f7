import type { Migration } from './migration.ts';

/**
 * Answers to forms as a list of their own: what is told of each without reading it, kept as their
 * documents come and go; and those that somebody asked for, until they are here.
 *
 * `answer_fact` is worked out by functions of the program; `stale` marks rows whose form changed
 * since. `answer_request` is what a person asked for and is kept in the journal too; the rows of
 * `answer_wanted` follow from it.
 */
const formOf = (json: string): string =>
  `(SELECT coalesce(overlay, base) FROM record WHERE entity = 'form' AND id = answer_form(${json}))`;

const put = (row: string): string => `
  INSERT INTO answer_fact (id, document, read_at, form_id, title, vehicle_id, vehicle,
    driver_id, driver, created_at, failing, missing, stale)
  SELECT ${row}.params ->> '$.answerId', ${row}.key, ${row}.read_at, fact ->> '$.formId',
    fact ->> '$.title', fact ->> '$.vehicleId', fact ->> '$.vehicle', fact ->> '$.driverId',
    fact ->> '$.driver', fact ->> '$.createdAt', fact ->> '$.failing', fact ->> '$.missing', 0
  FROM (SELECT answer_facts(${row}.json, ${formOf(`${row}.json`)}) AS fact)
  WHERE ${row}.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, read_at = excluded.read_at,
    form_id = excluded.form_id, title = excluded.title, vehicle_id = excluded.vehicle_id,
    vehicle = excluded.vehicle, driver_id = excluded.driver_id, driver = excluded.driver,
    created_at = excluded.created_at, failing = excluded.failing, missing = excluded.missing,
    stale = 0;`;

export const migration: Migration = {
  version: 12,
  name: 'wanted answers',
  up(db) {
    db.exec(`
      CREATE TABLE answer_fact (
        id TEXT PRIMARY KEY,
        document TEXT NOT NULL,
        read_at INTEGER NOT NULL,
        form_id TEXT,
        title TEXT NOT NULL,
        vehicle_id TEXT,
        vehicle TEXT NOT NULL,
        driver_id TEXT,
        driver TEXT NOT NULL,
        created_at INTEGER,
        failing INTEGER NOT NULL,
        missing INTEGER NOT NULL,
        stale INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX answer_fact_created ON answer_fact (created_at);
      CREATE INDEX answer_fact_form ON answer_fact (form_id, created_at);
      CREATE INDEX answer_fact_vehicle ON answer_fact (vehicle_id, created_at);
      CREATE INDEX answer_fact_stale ON answer_fact (id) WHERE stale = 1;

      CREATE TRIGGER document_fact_insert AFTER INSERT ON document WHEN new.endpoint = 'getAnswer'
      BEGIN ${put('new')} END;
      CREATE TRIGGER document_fact_update AFTER UPDATE OF json, read_at ON document
      WHEN new.endpoint = 'getAnswer' BEGIN ${put('new')} END;
      CREATE TRIGGER document_fact_delete AFTER DELETE ON document WHEN old.endpoint = 'getAnswer'
      BEGIN DELETE FROM answer_fact WHERE document = old.key; END;
      CREATE TRIGGER form_fact_insert AFTER INSERT ON record WHEN new.entity = 'form' BEGIN
        UPDATE answer_fact SET stale = 1 WHERE form_id = new.id; END;
      CREATE TRIGGER form_fact_update AFTER UPDATE OF base, overlay ON record
      WHEN new.entity = 'form' AND
        coalesce(new.overlay, new.base) IS NOT coalesce(old.overlay, old.base) BEGIN
        UPDATE answer_fact SET stale = 1 WHERE form_id = new.id; END;

      CREATE TABLE answer_request (
        id TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        source TEXT NOT NULL,
        label TEXT NOT NULL,
        ids TEXT NOT NULL,
        with_files INTEGER NOT NULL,
        with_pdf INTEGER NOT NULL,
        again INTEGER NOT NULL,
        state TEXT NOT NULL
      );
      CREATE TABLE answer_wanted (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        request TEXT NOT NULL,
        state TEXT NOT NULL,
        with_files INTEGER NOT NULL,
        with_pdf INTEGER NOT NULL,
        again INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        tried_at INTEGER,
        error TEXT
      );
      CREATE INDEX answer_wanted_request ON answer_wanted (request, state);
      CREATE INDEX answer_wanted_state ON answer_wanted (state, attempts, seq);
    `);
    const answers = db.prepare<[], { key: string }>(
      "SELECT key FROM document WHERE endpoint = 'getAnswer'",
    );
    // The trigger works them out; nothing of the documents changes.
    const touch = db.prepare('UPDATE document SET read_at = read_at WHERE key = ?');
    for (const { key } of answers.all()) touch.run(key);
  },
};
