import type { Migration } from './migration.ts';

/** The text of an answer's form as it was when the answer was made; today's where that is the one. */
const formThen = (json: string): string => {
  const form = `answer_form(${json})`;
  const now = `(SELECT coalesce(overlay, base) FROM record WHERE entity = 'form' AND id = ${form})`;
  const versions = `SELECT json_group_array(json_object('n', n, 'until', until,
    'version', form_version(json))) FROM form_version WHERE form_id = ${form}`;
  return `coalesce((SELECT json FROM form_version WHERE n = (SELECT
    CASE WHEN EXISTS (SELECT 1 FROM form_version WHERE form_id = ${form})
    THEN form_choice(${json}, (${versions}), ${now}) END)), ${now})`;
};

const putFact = (row: string): string => `
  INSERT INTO answer_fact (id, document, read_at, form_id, title, vehicle_id, vehicle,
    driver_id, driver, created_at, failing, missing, stale)
  SELECT ${row}.params ->> '$.answerId', ${row}.key, ${row}.read_at, fact ->> '$.formId',
    fact ->> '$.title', fact ->> '$.vehicleId', fact ->> '$.vehicle', fact ->> '$.driverId',
    fact ->> '$.driver', fact ->> '$.createdAt', fact ->> '$.failing', fact ->> '$.missing', 0
  FROM (SELECT answer_facts(${row}.json, ${formThen(`${row}.json`)}) AS fact)
  WHERE ${row}.params ->> '$.answerId' IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, read_at = excluded.read_at,
    form_id = excluded.form_id, title = excluded.title, vehicle_id = excluded.vehicle_id,
    vehicle = excluded.vehicle, driver_id = excluded.driver_id, driver = excluded.driver,
    created_at = excluded.created_at, failing = excluded.failing, missing = excluded.missing,
    stale = 0;`;

/**
 * Earlier texts of forms, kept in the journal too because no service gives them again; the facts of
 * an answer are those of the form that it was asked with.
 */
export const migration: Migration = {
  version: 16,
  name: 'form-versions',
  up(db) {
    db.exec(`
      CREATE TABLE form_version (
        n INTEGER PRIMARY KEY,
        form_id TEXT NOT NULL,
        until INTEGER NOT NULL,
        json TEXT NOT NULL
      );
      CREATE INDEX form_version_form ON form_version (form_id, until);

      DROP TRIGGER document_fact_insert;
      DROP TRIGGER document_fact_update;
      CREATE TRIGGER document_fact_insert AFTER INSERT ON document WHEN new.endpoint = 'getAnswer'
      BEGIN ${putFact('new')} END;
      CREATE TRIGGER document_fact_update AFTER UPDATE OF json, read_at ON document
      WHEN new.endpoint = 'getAnswer' BEGIN ${putFact('new')} END;
    `);
  },
};
