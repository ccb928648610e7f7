import type { Migration } from './migration.ts';

/**
 * What was there before a create left: the ids of a whole list, once for all creates that one list
 * serves.
 */
export const migration: Migration = {
  version: 10,
  name: 'baselines of creates',
  up(db) {
    db.exec(`
      CREATE TABLE baseline (
        id TEXT PRIMARY KEY,
        taken_at INTEGER NOT NULL,
        newest_at INTEGER,
        with_archived INTEGER NOT NULL,
        newest_row INTEGER NOT NULL,
        ids TEXT NOT NULL
      );
    `);
  },
};
