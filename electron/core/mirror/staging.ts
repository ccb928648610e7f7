import type { Entity } from '../../../shared/model/entity.ts';
import type { WritableDb } from '../db/handles.ts';

/**
 * The ids that the running scans have met. They prove something only together with what the scan
 * itself knows, and both end with the program: so they lie in memory, and a page in which nothing
 * changed writes nothing to the disk.
 */

function openStaging(db: WritableDb): void {
  db.run(
    `CREATE TEMP TABLE IF NOT EXISTS staging
       (entity TEXT, generation INTEGER, id TEXT, PRIMARY KEY (entity, generation, id)) WITHOUT ROWID`,
  );
}

/** Stages the `id`s that a query gives; tells how many the scan had not met yet. */
export function stageIds(
  db: WritableDb,
  entity: Entity,
  generation: number,
  query: string,
  params: readonly string[],
): number {
  openStaging(db);
  return db.run(
    `INSERT OR IGNORE INTO temp.staging (entity, generation, id) SELECT ?, ?, id FROM (${query})`,
    [entity, generation, ...params],
  );
}

/** How many different ids a scan has met. */
export function countStaged(db: WritableDb, entity: Entity, generation: number): number {
  openStaging(db);
  const staged = db.one<{ n: number }>(
    'SELECT count(*) AS n FROM temp.staging WHERE entity = ? AND generation = ?',
    [entity, generation],
  );
  return staged?.n ?? 0;
}

/** Forgets what the scans of an entity have met. */
export function clearStaging(db: WritableDb, entity: Entity): void {
  openStaging(db);
  db.run('DELETE FROM temp.staging WHERE entity = ?', [entity]);
}
