import type { Migration } from './migration.ts';

/** Records of some tenants do not say that they are archived: what the list told is kept. */
export const migration: Migration = {
  version: 15,
  name: 'listed-archived',
  up(db) {
    db.exec(`
      ALTER TABLE record ADD COLUMN listed_archived INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX record_listed_archived ON record (entity, id) WHERE listed_archived = 1;
    `);
  },
};
