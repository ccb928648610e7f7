import type { SQL } from 'drizzle-orm';
import type { Entity } from '../../../shared/model/entity.ts';
import type { WritableDb } from '../db/handles.ts';
import { openStaging, staging } from './workTables.ts';
import { rowCount, into, select, statement } from '../db/statement.ts';

/**
 * The ids that the running scans have met. They prove something only together with what the scan
 * itself knows, and both end with the program: so they lie in memory, and a page in which nothing
 * changed writes nothing to the disk.
 */

/** Stages the `id`s that a query gives; tells how many the scan had not met yet. */
export function stageIds(
  db: WritableDb,
  entity: Entity,
  generation: number,
  query: SQL,
  params: readonly string[],
): number {
  openStaging(db);
  return db.run(
    statement`INSERT OR IGNORE INTO ${into(staging, 'entity', 'generation', 'id')} SELECT ?, ?, id
      FROM (${query})`,
    [entity, generation, ...params],
  );
}

/** How many different ids a scan has met. */
export function countStaged(db: WritableDb, entity: Entity, generation: number): number {
  openStaging(db);
  const staged = db.one(
    select({
      n: rowCount,
    })`FROM ${staging} WHERE ${staging.entity} = ? AND ${staging.generation} = ?`,
    [entity, generation],
  );
  return staged?.n ?? 0;
}

/** Forgets what the scans of an entity have met. */
export function clearStaging(db: WritableDb, entity: Entity): void {
  openStaging(db);
  db.run(statement`DELETE FROM ${staging} WHERE ${staging.entity} = ?`, [entity]);
}
