import type { Migration } from './migration.ts';

/** What a running scan has met lies in memory now: it proves nothing after the program ended. */
export const migration: Migration = {
  version: 8,
  name: 'staging in memory',
  up(db) {
    db.exec('DROP TABLE staging');
  },
};
