import type { Entity } from '../../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { CREATES, LOOKED_FOR, WAS_IN_DOUBT } from './audit.ts';

/** What was there before creates left, and what the mirror saw since. */

/** Baselines that no create can need any more. */
const LOOSE = `id NOT IN (
  SELECT op.watch ->> '$.baseline' FROM op
  WHERE op.endpoint IN (SELECT value FROM json_each(:creates))
    AND json_valid(op.watch) AND op.watch ->> '$.baseline' IS NOT NULL
    AND (op.state NOT IN ('CONFIRMED', 'CANCELLED') OR (op.state = 'CONFIRMED'
      AND ${WAS_IN_DOUBT}
      AND (op.sent_at >= :since OR NOT coalesce(${LOOKED_FOR}, FALSE)))))`;

/** Creates that were sent before `since` and looked for so often are not looked for again. */
interface Rest {
  since: number;
  mostLooks: number;
}

/** Keeps the ids of a whole list. `ids` is a JSON array, for one text crosses threads at once. */
export function keepBaseline(
  db: WritableDb,
  input: {
    id: string;
    takenAt: number;
    newestAt: number | null;
    withArchived: boolean;
    ids: string;
  },
): Record<string, never> {
  db.run(
    `INSERT INTO baseline (id, taken_at, newest_at, with_archived, ids, newest_row)
     SELECT ?, ?, ?, ?, ?, coalesce(max(rowid), 0) FROM record`,
    [input.id, input.takenAt, input.newestAt, input.withArchived ? 1 : 0, input.ids],
  );
  return {};
}

/** What was kept under a name; null where it is not known, as after a loss of the database. */
export function baseline(
  db: ReadableDb,
  input: { id: string },
): { ids: string; newestAt: number | null; withArchived: 0 | 1 } | null {
  return (
    db.one<{ ids: string; newestAt: number | null; withArchived: 0 | 1 }>(
      `SELECT ids, newest_at AS newestAt, with_archived AS withArchived
       FROM baseline WHERE id = ?`,
      [input.id],
    ) ?? null
  );
}

/** How many baselines nothing refers to. */
export function looseBaselines(db: ReadableDb, { since, mostLooks: most }: Rest): number {
  const params = { creates: CREATES, since, most };
  const row = db.one<{ n: number }>(`SELECT count(*) AS n FROM baseline WHERE ${LOOSE}`, params);
  return row?.n ?? 0;
}

/** Lets go of baselines that nothing refers to. Not while a create is being sent. */
export function dropBaselines(
  db: WritableDb,
  { since, mostLooks: most }: Rest,
): Record<string, never> {
  db.run(`DELETE FROM baseline WHERE ${LOOSE}`, { creates: CREATES, since, most });
  return {};
}

/** Whether the outcome of a write was ever unknown: only then can more than one record be of it. */
export function inDoubt(db: ReadableDb, input: { id: string }): boolean {
  return db.one(`SELECT 1 FROM op WHERE id = ? AND ${WAS_IN_DOUBT}`, [input.id]) !== undefined;
}

/**
 * Records that the mirror saw first since a baseline, and those that went into its trash since: where
 * a whole list lacks one of them by now, it was made and deleted again, or hidden.
 */
export function seenSince(
  db: ReadableDb,
  input: { entity: Entity; baseline: string },
): { id: string; text: string }[] {
  return db.all(
    `WITH was AS (SELECT * FROM baseline WHERE id = :baseline),
       known AS MATERIALIZED (SELECT value AS id FROM json_each((SELECT ids FROM was))),
       seen AS (
         SELECT id, base AS text FROM record
         WHERE entity = :entity AND temporary = 0 AND base IS NOT NULL
           AND rowid > (SELECT newest_row FROM was)
         UNION ALL
         SELECT id, json AS text FROM trash
         WHERE entity = :entity AND deleted_at >= (SELECT taken_at FROM was))
     SELECT id, text FROM seen WHERE id NOT IN (SELECT id FROM known)`,
    { entity: input.entity, baseline: input.baseline },
  );
}
