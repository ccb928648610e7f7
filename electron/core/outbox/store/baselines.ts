import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Entity } from '../../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { CREATES, IS_ANSWERED, LOOKED_FOR, WAS_IN_DOUBT } from './audit.ts';
import * as t from '../../db/schema.ts';
import { rowCount, into, names, select, statement } from '../../db/statement.ts';

const madeOp = alias(t.op, 'made');

/** What was there before creates left, and what the mirror saw since. */

/** Baselines that no create can need any more. */
const LOOSE = sql`${t.baseline.id} NOT IN ( SELECT needed.value FROM ${t.op},
  json_each(json_array(${t.op.watch} ->> '$.baseline', ${t.op.watch} ->> '$.latestBaseline')) needed
  WHERE ${t.op.endpoint} IN (SELECT value FROM json_each(:creates)) AND json_valid(${t.op.watch})
  AND needed.value IS NOT NULL
  AND (${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED') OR ${IS_ANSWERED}
  OR (${WAS_IN_DOUBT} AND (${t.op.sentAt} >= :since OR NOT coalesce(${LOOKED_FOR}, FALSE)))))`;

/** Creates that were sent before `since` and looked for so often are not looked for again. */
interface Rest {
  since: number;
  mostLooks: number;
}

/** The columns of a baseline, in the order in which both statements below write them. */
const COLUMNS = [
  ...(['id', 'takenAt', 'newestAt', 'latestAt', 'withArchived', 'ids', 'newestRow'] as const),
];

/** Keeps the ids of a whole list. `ids` is a JSON array, for one text crosses threads at once. */
export function keepBaseline(
  db: WritableDb,
  input: {
    id: string;
    takenAt: number;
    newestAt: number | null;
    latestAt: number | null;
    withArchived: boolean;
    ids: string;
  },
): Record<string, never> {
  db.run(
    statement`INSERT INTO
      ${into(t.baseline, ...COLUMNS)}
      SELECT ?, ?, ?, ?, ?, ?, coalesce(max(${t.record.rowid}), 0) FROM ${t.record}`,
    [
      ...[input.id, input.takenAt, input.newestAt, input.latestAt],
      ...[input.withArchived ? 1 : 0, input.ids],
    ],
  );
  return {};
}

/**
 * Keeps what is left of a baseline, once records of it are gone: what has one of their ids later is
 * another one. What the mirror saw since is asked from the first on.
 */
export function narrowBaseline(
  db: WritableDb,
  input: { id: string; from: string; ids: string },
): Record<string, never> {
  db.run(
    statement`INSERT INTO
      ${into(t.baseline, ...COLUMNS)}
      SELECT ?, ${t.baseline.takenAt}, ${t.baseline.newestAt}, ${t.baseline.latestAt},
      ${t.baseline.withArchived}, ?, ${t.baseline.newestRow} FROM ${t.baseline} WHERE ${t.baseline.id} = ?`,
    [input.id, input.ids, input.from],
  );
  return {};
}

/** What was kept under a name; null where it is not known, as after a loss of the database. */
export function baseline(
  db: ReadableDb,
  input: { id: string },
): {
  ids: string;
  newestAt: number | null;
  latestAt: number | null;
  withArchived: 0 | 1;
} | null {
  return (
    db.one(
      select({
        ids: t.baseline.ids,
        newestAt: t.baseline.newestAt,
        latestAt: t.baseline.latestAt,
        withArchived: t.baseline.withArchived,
      })`FROM ${t.baseline} WHERE ${t.baseline.id} = ?`,
      [input.id],
    ) ?? null
  );
}

/** In place of a row of the mirror: what it saw since was lost with it. */
const LOST_SIGHT = -1;

/** The mirror of a database was lost, or is an older one: what it saw since the baselines is not known. */
export function loseSight(db: WritableDb): void {
  db.run(statement`UPDATE ${t.baseline} SET ${names(t.baseline.newestRow)} = ?`, [LOST_SIGHT]);
}

/** Whether the mirror was there, and not lost, ever since a baseline was taken. */
export function inSight(db: ReadableDb, input: { id: string }): boolean {
  const found = db.one(
    select({ newestRow: t.baseline.newestRow })`FROM ${t.baseline} WHERE ${t.baseline.id} = ?`,
    [input.id],
  );
  return found !== undefined && found.newestRow !== LOST_SIGHT;
}

/** How many baselines nothing refers to. */
export function looseBaselines(db: ReadableDb, { since, mostLooks: most }: Rest): number {
  const params = { creates: CREATES, since, most };
  const row = db.one(select({ n: rowCount })`FROM ${t.baseline} WHERE ${LOOSE}`, params);
  return row?.n ?? 0;
}

/** Lets go of baselines that nothing refers to. Not while a create is being sent. */
export function dropBaselines(
  db: WritableDb,
  { since, mostLooks: most }: Rest,
): Record<string, never> {
  db.run(statement`DELETE FROM ${t.baseline} WHERE ${LOOSE}`, { creates: CREATES, since, most });
  return {};
}

/**
 * Which of some records that other writes of this desk name were not there when a baseline of a create was
 * taken, that of its first or of its latest request: a service that was put back to a backup gives ids
 * again, so that such a record may be another one. Not those that a create became that was not over by
 * then; nor those that no create of this desk became, and that an earlier write has been asked for since:
 * its author saw them. Whoever asks for one that a create had made may see what the mirror still shows. A
 * time that is later than `now` was told before the clock was put back, and is no proof against it.
 */
export function givenAgain(
  db: ReadableDb,
  input: {
    entity: Entity;
    ids: readonly string[];
    baselines: readonly string[];
    seq: number;
    now: number;
  },
): string[] {
  return db
    .all(
      select({ id: sql<string>`json_each.value` })`FROM json_each(:ids), ${t.baseline}
        WHERE ${t.baseline.id} IN (SELECT value FROM json_each(:baselines))
        AND json_each.value NOT IN (SELECT there.value FROM json_each(${t.baseline.ids}) there)
        AND NOT EXISTS (SELECT 1 FROM ${t.op} WHERE ${t.op.entity} = :entity
        AND ${t.op.targetId} = json_each.value AND ((${t.op.seq} < :seq
        AND ${t.op.createdAt} > ${t.baseline.takenAt} AND ${t.op.createdAt} <= :now
        AND NOT EXISTS (SELECT 1 FROM ${t.op} AS ${madeOp} WHERE ${madeOp.entity} = :entity
        AND ${madeOp.targetId} = json_each.value AND ${madeOp.state} = 'CONFIRMED'
        AND ${madeOp.endpoint} IN (SELECT value FROM json_each(:creates))))
        OR (${t.op.endpoint} IN (SELECT value FROM json_each(:creates))
        AND (${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED', 'DISCARDED')
        OR EXISTS (SELECT 1 FROM ${t.opHistory} WHERE ${t.opHistory.opId} = ${t.op.id}
        AND ${t.opHistory.at} BETWEEN ${t.baseline.takenAt} AND :now
        AND ${t.opHistory.fromState} IS NOT ${t.opHistory.toState})))))`,
      {
        ...input,
        ids: JSON.stringify(input.ids),
        baselines: JSON.stringify(input.baselines),
        creates: CREATES,
      },
    )
    .map(({ id }) => id);
}

/** Whether the outcome of a write was ever unknown: only then can more than one record be of it. */
export function inDoubt(db: ReadableDb, input: { id: string }): boolean {
  const found = db.one(
    select({ id: t.op.id })`FROM ${t.op} WHERE ${t.op.id} = ? AND ${WAS_IN_DOUBT}`,
    [input.id],
  );
  return found !== undefined;
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
    select({ id: sql<string>`seen.id`, text: sql<string>`seen.text` })`FROM ( SELECT ${t.record.id}
      AS id, ${t.record.base} AS text FROM ${t.record} WHERE ${t.record.entity} = :entity
      AND ${t.record.temporary} = 0 AND ${t.record.base} IS NOT NULL
      AND ${t.record.rowid} > (SELECT ${t.baseline.newestRow} FROM ${t.baseline}
      WHERE ${t.baseline.id} = :baseline) UNION ALL
      SELECT ${t.trash.id} AS id, ${t.trash.json} AS text FROM ${t.trash}
      WHERE ${t.trash.entity} = :entity AND ${t.trash.deletedAt} >= (SELECT ${t.baseline.takenAt}
      FROM ${t.baseline} WHERE ${t.baseline.id} = :baseline)) AS seen
      WHERE seen.id NOT IN (SELECT value FROM json_each((SELECT ${t.baseline.ids} FROM ${t.baseline}
      WHERE ${t.baseline.id} = :baseline)))`,
    { entity: input.entity, baseline: input.baseline },
  );
}
