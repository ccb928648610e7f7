import type { Migration } from './migration.ts';

/**
 * How many points the shortened copy of a long route has, and how many the whole: the desk says
 * so. Both are NULL for every other document, and for copies that were made before.
 */
export const migration: Migration = {
  version: 5,
  name: 'points of shortened documents',
  up(db) {
    db.exec(`
      ALTER TABLE document ADD COLUMN points_shown INTEGER;
      ALTER TABLE document ADD COLUMN points_all INTEGER;
    `);
  },
};
