import type { Migration } from './migration.ts';

/**
 * Fuel transactions that belong to no vehicle yet, in the order of their list: a person looks for
 * these, and among a hundred thousand they are few. Spelled as `queries/view.ts` spells it.
 */
const shown = 'coalesce(overlay, base)';

export const migration: Migration = {
  version: 4,
  name: 'unassigned fuel',
  up(db) {
    db.exec(`CREATE INDEX "record_fuelTransaction_vehicle_none" ON record
      (archived, natural_key(${shown} ->> '$.transactionDate'), id)
      WHERE entity = 'fuelTransaction' AND CAST(${shown} ->> '$.vehicle' AS TEXT) IS NULL`);
  },
};
