import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Entity } from '../../../shared/model/entity.ts';
import { describe } from './describe.ts';
import { entityOf } from '../db/handles.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { Refusal } from '../db/refusal.ts';
import { NOTHING_WAITS } from './overlay.ts';
import { RETAINED, archivedSql } from './pageBatch.ts';
import { ABSENCES_WANTED, scanWrites } from './scans.ts';
import { SHOWN } from './viewConditions.ts';
import * as t from '../db/schema.ts';
import { rowCount, into, names, select, statement } from '../db/statement.ts';

/** Removals that wait for a person, and the trash. */

/** Why a removal was stopped. */
export type StoppedBecause = 'many' | 'empty' | 'unproved';

/** Where a stopped removal is noted. */
const STOPPED = 'removal.stopped.';
/** Names that a person is shown before they decide. */
const SOME = 200;

/** Records that the person chose to keep though the service no longer lists them. */
const IS_RETAINED = sql`${t.record.id} IN (SELECT value FROM json_each( coalesce((SELECT ${t.desk.value}
  FROM ${t.desk} WHERE ${t.desk.key} = ?), '[]')))`;

function goingSql(why: StoppedBecause): SQL {
  const absent =
    why === 'empty'
      ? sql`${t.record.archived} = 0`
      : sql`${t.record.absences} >= ${ABSENCES_WANTED} AND ${t.record.archived} < 2`;
  return sql`${t.record.entity} = ? AND ${absent} AND ${NOTHING_WAITS}
    AND ${t.record.temporary} = 0 AND ${t.record.base} IS NOT NULL AND NOT ${IS_RETAINED}`;
}

interface Going {
  ids: string[];
  /** Those among them that are archived. */
  archived: string[];
}

function goingOf(db: ReadableDb, entity: Entity, why: StoppedBecause): Going {
  const rows = db.all(
    select({ id: t.record.id, archived: t.record.archived })`FROM ${t.record} WHERE ${goingSql(why)}
      ORDER BY ${t.record.id}`,
    [entity, RETAINED + entity],
  );
  const idsOf = (of: typeof rows): string[] => of.map(({ id }) => id);
  return { ids: idsOf(rows), archived: idsOf(rows.filter((row) => row.archived === 1)) };
}

function noted(db: ReadableDb): { entity: Entity; why: StoppedBecause; since: number }[] {
  return db
    .all(
      select({
        entity: sql<string>`substr(${t.meta.key}, ?)`,
        why: sql<StoppedBecause>`${t.meta.value} ->> '$.why'`,
        since: sql<number>`${t.meta.value} ->> '$.since'`,
      })`FROM ${t.meta} WHERE ${t.meta.key} GLOB ? ORDER BY since`,
      [STOPPED.length + 1, `${STOPPED}*`],
    )
    .map((row) => ({ ...row, entity: entityOf(row.entity) }));
}

export const removalReads = {
  /** Stopped removals with what would go, by name; those with nothing left to decide are left out. */
  'removals.list': (db: ReadableDb, _input: Record<string, never>) => {
    const stopped = noted(db).map(({ entity, why, since }) => {
      const count =
        db.one(select({ n: rowCount })`FROM ${t.record} WHERE ${goingSql(why)}`, [
          entity,
          RETAINED + entity,
        ])?.n ?? 0;
      const total =
        db.one(
          select({ n: rowCount })`FROM ${t.record} WHERE ${t.record.entity} = ?
            AND ${t.record.temporary} = 0 AND ${t.record.archived} < 2`,
          [entity],
        )?.n ?? 0;
      const some = db
        .all(
          select({ id: t.record.id, json: SHOWN })`FROM ${t.record} WHERE ${goingSql(why)}
            ORDER BY ${t.record.id} LIMIT ?`,
          [entity, RETAINED + entity, SOME],
        )
        .map(({ id, json }) => {
          const { title, detail } = describe(entity, json);
          return { id, title: title === '' ? id : title, detail };
        })
        .sort((a, b) => a.title.localeCompare(b.title));
      return { entity, why, since, count, total, some };
    });
    return { stopped: stopped.filter(({ count }) => count > 0) };
  },

  /** Why a removal of this kind waits for a person; null where none does. */
  'removals.noted': (db: ReadableDb, { entity }: { entity: Entity }) =>
    noted(db).find((one) => one.entity === entity)?.why ?? null,

  /** Ids that would go by a stopped removal; none where none was stopped. */
  'removals.ids': (db: ReadableDb, { entity }: { entity: Entity }) => {
    const note = noted(db).find((one) => one.entity === entity);
    return note === undefined ? { ids: [], archived: [] } : goingOf(db, entity, note.why);
  },

  /** Records that are not kept by a person and that a reason would take. */
  'removals.going': (db: ReadableDb, input: { entity: Entity; why: StoppedBecause }) =>
    goingOf(db, input.entity, input.why),

  /** What went since then, latest first; of one kind where it is named. */
  'removals.trash': (
    db: ReadableDb,
    input: { entity?: Entity; offset?: number; limit: number; since: number },
  ) => {
    const { entity, offset = 0, limit, since } = input;
    const meant = sql`${t.trash.deletedAt} >= :since
      AND (:entity IS NULL OR ${t.trash.entity} = :entity)`;
    const of = { since, entity: entity ?? null };
    const rows = db.all(
      select({
        key: sql<number>`rowid`,
        entity: t.trash.entity,
        id: t.trash.id,
        json: t.trash.json,
        deletedAt: t.trash.deletedAt,
        reason: t.trash.reason,
      })`FROM ${t.trash} WHERE ${meant}
        ORDER BY ${t.trash.deletedAt} DESC, rowid DESC LIMIT :limit OFFSET :offset`,
      { ...of, limit, offset },
    );
    return {
      total: db.one(select({ n: rowCount })`FROM ${t.trash} WHERE ${meant}`, of)?.n ?? 0,
      rows: rows.map((row) => {
        const { title, detail } = describe(row.entity, row.json);
        return { ...row, title: title === '' ? row.id : title, detail };
      }),
    };
  },
} as const;

function keep(db: WritableDb, entity: Entity, ids: readonly string[]): void {
  // Whatever the service lists again needs no keeping.
  db.run(
    statement`INSERT INTO ${into(t.desk, 'key', 'value')} SELECT :key, json_group_array(id) FROM (
      SELECT value AS id FROM json_each(coalesce((SELECT ${t.desk.value} FROM ${t.desk}
      WHERE ${t.desk.key} = :key), '[]')) WHERE EXISTS (SELECT 1 FROM ${t.record}
      WHERE ${t.record.entity} = :entity AND ${t.record.id} = value AND ${t.record.listed} = 0)
      UNION SELECT value FROM json_each(:ids)) WHERE true ON CONFLICT (${names(t.desk.key)})
      DO UPDATE SET ${names(t.desk.value)} = excluded.${names(t.desk.value)}`,
    { key: RETAINED + entity, entity, ids: JSON.stringify(ids) },
  );
}

/** An empty list counted no absence; kept records are no longer listed all the same. */
function keepUnlisted(db: WritableDb, entity: Entity, ids: readonly string[]): void {
  keep(db, entity, ids);
  db.run(
    statement`UPDATE ${t.record} SET ${names(t.record.listed)} = 0 WHERE ${t.record.entity} = ?
      AND ${t.record.listed} = 1 AND ${t.record.id} IN (SELECT value FROM json_each(?))`,
    [entity, JSON.stringify(ids)],
  );
}

export const removalWrites = {
  /** Notes that a removal was stopped, or (`why` null) that there is nothing to decide. */
  'removals.note': (
    db: WritableDb,
    { entity, why, at }: { entity: Entity; why: StoppedBecause | null; at: number },
  ) => {
    const key = STOPPED + entity;
    if (why === null) db.run(statement`DELETE FROM ${t.meta} WHERE ${t.meta.key} = ?`, [key]);
    else {
      const since = db.one(
        select({ since: sql<number>`${t.meta.value} ->> '$.since'` })`FROM ${t.meta}
          WHERE ${t.meta.key} = ? AND ${t.meta.value} ->> '$.why' = ?`,
        [key, why],
      );
      const value = JSON.stringify({ why, since: since?.since ?? at });
      db.run(statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')} VALUES (?, ?)`, [
        key,
        value,
      ]);
    }
    return {};
  },

  /**
   * Notes what a person wanted removed and the service still has: archived ones are hidden by its list
   * (`scan.archivedStayed`), and the others are kept, so that nobody is asked about them at each scan.
   */
  'removals.stayed': (
    db: WritableDb,
    { entity, ids }: { entity: Entity; ids: readonly string[] },
  ) => {
    scanWrites['scan.archivedStayed'](db, { entity, ids });
    const living = new Set(goingOf(db, entity, 'empty').ids);
    keepUnlisted(
      db,
      entity,
      ids.filter((id) => living.has(id)),
    );
    return {};
  },

  /** Keeps what would go: it is not asked about again until the service lists it again. */
  'removals.keep': (db: WritableDb, { entity }: { entity: Entity }) => {
    const note = noted(db).find((one) => one.entity === entity);
    const ids = note === undefined ? [] : goingOf(db, entity, note.why).ids;
    keepUnlisted(db, entity, ids);
    db.run(statement`DELETE FROM ${t.meta} WHERE ${t.meta.key} = ?`, [STOPPED + entity]);
    return { retained: ids.length };
  },

  /** Empties the trash of what went before: earlier than the 30 days, where a policy says so. */
  'removals.emptyTrash': (db: WritableDb, { before }: { before: number }) => ({
    emptied: db.run(statement`DELETE FROM ${t.trash} WHERE ${t.trash.deletedAt} < ?`, [before]),
  }),

  /** Puts a record back from the trash, kept and as no longer listed. */
  'removals.putBack': (db: WritableDb, { key }: { key: number }) => {
    const row = db.one(
      select({
        entity: t.trash.entity,
        id: t.trash.id,
        json: t.trash.json,
      })`FROM ${t.trash} WHERE rowid = ?`,
      [key],
    );
    if (row === undefined) {
      throw new Refusal({
        kind: 'missing',
        code: 'removals.gone',
        message: 'This record no longer lies in the trash.',
        safe: 'Nothing was changed.',
        next: 'none',
      });
    }
    const { entity, id, json } = row;
    const put = db.run(
      statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'archived', 'listed')}
        VALUES (?, ?, ?, ${archivedSql(sql`?`)}, 0) ON CONFLICT
        (${names(t.record.entity, t.record.id)}) DO NOTHING`,
      [entity, id, json, json],
    );
    if (put > 0) keep(db, entity, [id]);
    db.run(statement`DELETE FROM ${t.trash} WHERE rowid = ?`, [key]);
    return {};
  },
} as const;
