import { putFactThen } from './0016-form-versions.ts';
import type { Migration } from './migration.ts';

const putAll = `BEGIN ${putFactThen('new')}
  UPDATE answer_fact SET digest = answer_digest(new.json) WHERE document = new.key; END;`;

/** What each answer says, in short: a verdict tells which content it is about. */
export const migration: Migration = {
  version: 18,
  name: 'answer-digest',
  up(db) {
    db.exec(`
      ALTER TABLE answer_fact ADD COLUMN digest TEXT;
      DROP TRIGGER document_fact_insert;
      DROP TRIGGER document_fact_update;
      CREATE TRIGGER document_fact_insert AFTER INSERT ON document WHEN new.endpoint = 'getAnswer'
      ${putAll}
      CREATE TRIGGER document_fact_update AFTER UPDATE OF json, read_at ON document
      WHEN new.endpoint = 'getAnswer' ${putAll}
    `);
  },
};
