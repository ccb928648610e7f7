import type { Migration } from './migration.ts';

/** When the last record of a list was made, also where that lay ahead of this computer's clock. */
export const migration: Migration = {
  version: 17,
  name: 'latest-record',
  up(db) {
    db.exec('ALTER TABLE baseline ADD COLUMN latest_at INTEGER');
  },
};
