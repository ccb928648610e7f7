import { putFact } from './0013-first-form.ts';
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

export const putFactThen = (row: string): string => putFact(row, formThen(`${row}.json`));

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
      BEGIN ${putFactThen('new')} END;
      CREATE TRIGGER document_fact_update AFTER UPDATE OF json, read_at ON document
      WHEN new.endpoint = 'getAnswer' BEGIN ${putFactThen('new')} END;
    `);
  },
};
