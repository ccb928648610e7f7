import type { Migration } from './migration.ts';

/**
 * Which records each write holds, oldest first. A row blocks its lane while the write is open, and
 * stays without blocking after the confirmation until the record was read again, so that the desk
 * never falls back to the old value for a moment.
 */
export const migration: Migration = {
  version: 2,
  name: 'outbox lanes',
  up(db) {
    db.exec(`
      CREATE TABLE op_lane (
        entity TEXT NOT NULL,
        id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        blocks INTEGER NOT NULL,
        PRIMARY KEY (entity, id, seq)
      ) WITHOUT ROWID;
      CREATE INDEX op_lane_seq ON op_lane (seq);
      CREATE INDEX op_waiting ON op (state, hold_until);
      INSERT INTO op_lane (entity, id, seq, blocks)
        SELECT entity, target_id, seq, 1 FROM op
        WHERE state NOT IN ('CONFIRMED', 'CANCELLED', 'DISCARDED');
      INSERT OR IGNORE INTO op_lane (entity, id, seq, blocks)
        SELECT also_entity, also_id, seq, 1 FROM op
        WHERE also_id IS NOT NULL AND state NOT IN ('CONFIRMED', 'CANCELLED', 'DISCARDED');
    `);
  },
};
