import type { Migration } from './migration.ts';

/** PDFs of answers as the service drew them, so that what was taken once can be had offline. */
export const migration: Migration = {
  version: 9,
  name: 'kept PDFs',
  up(db) {
    db.exec(`
      CREATE TABLE pdf (
        answer_id TEXT PRIMARY KEY,
        bytes BLOB NOT NULL,
        size INTEGER NOT NULL,
        read_at INTEGER NOT NULL
      );
      CREATE INDEX pdf_age ON pdf (read_at, size);
    `);
  },
};
