import type { Migration } from './migration.ts';

/** Which writes are about a record that exists only here: a column says so, not the form of its id. */
export const migration: Migration = {
  version: 11,
  name: 'temporary targets',
  up(db) {
    db.exec(`
      ALTER TABLE op ADD COLUMN temporary INTEGER NOT NULL DEFAULT 0;
      UPDATE op SET temporary = 1 WHERE EXISTS (SELECT 1 FROM record
        WHERE record.entity = op.entity AND record.id = op.target_id AND record.temporary = 1);
    `);
  },
};
