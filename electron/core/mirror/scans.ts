import { sql } from 'drizzle-orm';
import { trashMs } from '../db/trashTime.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { beginLoad, endLoad } from './catchUp.ts';
import { rememberGone } from './formVersions.ts';
import { noteListed } from './listedArchived.ts';
import type { Listed } from './listedArchived.ts';
import { NOTHING_WAITS, dropUnread } from './overlay.ts';
import { writeBatch } from './pageBatch.ts';
import { ARCHIVED_SEEN, revisionOf } from './records.ts';
import { clearStaging, countStaged } from './staging.ts';
import { staging } from './workTables.ts';
import * as t from '../db/schema.ts';
import { rowCount, into, names, select, statement } from '../db/statement.ts';

/** What the scans keep: which ids a running one has met, and what it proved when it ended. */

/** Candidates for removal need this many complete scans in a row without them. */
export const ABSENCES_WANTED = 2;

/** Where it is noted that the list of a kind lacks archived records that are still there. */
const HIDES_ARCHIVED = 'scan.hidesArchived.';

export interface ScanState {
  generation: number;
  startedAt: number;
  finishedAt: number | null;
  complete: boolean;
  scannedAt: number | null;
}

/** A record that the last scan held, living (0) or archived (1). */
function listedOne(db: ReadableDb, entity: Entity, archived: 0 | 1): string | null {
  const row = db.one(
    select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?
      AND ${t.record.absences} = 0 AND ${t.record.listed} = 1 AND ${t.record.archived} = ?
      AND ${t.record.temporary} = 0 AND ${NOTHING_WAITS} LIMIT 1`,
    [entity, archived],
  );
  return row?.id ?? null;
}

export const scanReads = {
  'scan.states': (db: ReadableDb, _input: Record<string, never>) => {
    const rows = db.all(select(t.scan)`FROM ${t.scan}`);
    return new Map<Entity, ScanState>(
      rows.map((row) => [
        row.entity,
        {
          generation: row.generation,
          startedAt: row.started_at,
          finishedAt: row.finished_at,
          complete: row.complete !== 0,
          scannedAt: row.scanned_at,
        },
      ]),
    );
  },

  /**
   * Cuts a long list into JSON array texts of at most `size` rows, so that each can be written in
   * a transaction of its own. Null where the text holds no list at the path.
   */
  'json.slices': (db: ReadableDb, input: { text: string; path: string; size: number }) => {
    const shape = db.one(
      select({ type: sql<string | null>`CASE WHEN json_valid(?) THEN json_type(?, ?) END` })``,
      [input.text, input.text, input.path],
    );
    if (shape?.type !== 'array') return null;
    const rows = db.all(
      select({
        json: sql<string>`'[' || group_concat(CASE type WHEN 'object' THEN value ELSE 'null' END, ',') || ']'`,
      })`FROM json_each(?, ?)
       GROUP BY key / CAST(? AS INTEGER) ORDER BY key / CAST(? AS INTEGER)`,
      [input.text, input.path, input.size, input.size],
    );
    return rows.map(({ json }) => json);
  },

  /**
   * The number of records of a kind, and a living and an archived one that the last scan did hold, to
   * try the read by id on.
   */
  'scan.candidates': (db: ReadableDb, { entity }: { entity: Entity }) => ({
    total:
      db.one(
        select({ n: rowCount })`FROM ${t.record} WHERE ${t.record.entity} = ?
          AND ${t.record.temporary} = 0 AND ${t.record.archived} < 2`,
        [entity],
      )?.n ?? 0,
    control: listedOne(db, entity, 0),
    archivedControl: listedOne(db, entity, 1),
  }),

  /** Whether the list of an entity was seen to lack archived records that are still there. */
  'scan.hidesArchived': (db: ReadableDb, { entity }: { entity: Entity }) => ({
    hides:
      db.one(select({ key: t.meta.key })`FROM ${t.meta} WHERE ${t.meta.key} = ?`, [
        HIDES_ARCHIVED + entity,
      ]) !== undefined,
  }),
} as const;

const LIVING = sql`= 0`;
const LIVING_OR_ARCHIVED = sql`< 2`;
/** What was made, or read by its id, while the lists were read: where they lack it they may be older. */
const READ_SINCE = sql`(coalesce(${t.record.readAt}, 0) > (SELECT ${t.scan.startedAt} FROM ${t.scan}
  WHERE ${t.scan.entity} = ${t.record.entity}) AND ${t.record.readAt} <= ?)`;

/** How many records the service has given of a kind, living or also archived. */
function countKnown(db: ReadableDb, entity: Entity, archivedToo: boolean): number {
  const row = db.one(
    select({ n: rowCount })`FROM ${t.record} WHERE ${t.record.entity} = ?
      AND ${t.record.base} IS NOT NULL
      AND ${t.record.archived} ${archivedToo ? LIVING_OR_ARCHIVED : LIVING}`,
    [entity],
  );
  return row?.n ?? 0;
}

export const scanWrites = {
  /** Opens a new generation; what an interrupted scan had staged is dropped. */
  'scan.begin': (db: WritableDb, { entity, at }: { entity: Entity; at: number }) => {
    writeBatch(db, entity, at);
    clearStaging(db, entity);
    const before = db.one(
      select({ scannedAt: t.scan.scannedAt })`FROM ${t.scan} WHERE ${t.scan.entity} = ?`,
      [entity],
    );
    if ((before?.scannedAt ?? null) === null) beginLoad(db, entity);
    db.run(
      statement`INSERT INTO ${into(t.scan, 'entity', 'generation', 'startedAt', 'complete')}
        VALUES (?, 1, ?, 0) ON CONFLICT (${names(t.scan.entity)}) DO UPDATE
        SET ${names(t.scan.generation)} = ${t.scan.generation} + 1, ${names(t.scan.startedAt)} =
        excluded.${names(t.scan.startedAt)}, ${names(t.scan.finishedAt)} = NULL,
        ${names(t.scan.total)} = NULL, ${names(t.scan.complete)} = 0`,
      [entity, at],
    );
    const row = db.one(
      select({ generation: t.scan.generation })`FROM ${t.scan} WHERE ${t.scan.entity} = ?`,
      [entity],
    );
    return { generation: row?.generation ?? 1 };
  },

  /** Ends a scan without proof: it has added and updated, and says nothing of what it missed. */
  'scan.abandon': (db: WritableDb, input: { entity: Entity; at: number }) => {
    writeBatch(db, input.entity, input.at);
    endLoad(db, input.entity);
    db.run(
      statement`UPDATE ${t.scan} SET ${names(t.scan.finishedAt)} = ?, ${names(t.scan.complete)} = 0
        WHERE ${t.scan.entity} = ?`,
      [input.at, input.entity],
    );
    clearStaging(db, input.entity);
    return {};
  },

  /**
   * Ends a scan that proved to be complete. Records that it did not hold are counted as absent;
   * archived ones only where the archived were listed too. Nothing is removed here. An empty list
   * proves nothing about records that are known; `known` then says how many.
   */
  'scan.complete': (
    db: WritableDb,
    input: {
      entity: Entity;
      generation: number;
      at: number;
      total: number | null;
      archivedListed: boolean;
    } & Pick<Listed, 'living' | 'isApart'>,
  ) => {
    const { entity, generation } = input;
    writeBatch(db, entity, input.at);
    endLoad(db, entity);
    const staged = countStaged(db, entity, generation);
    const known = staged > 0 ? 0 : countKnown(db, entity, input.archivedListed);
    const emptied = staged === 0 && known > 0;
    const absent = emptied
      ? 0
      : db.run(
          statement`UPDATE ${t.record} SET ${names(t.record.absences)} = ${t.record.absences} + 1,
            ${names(t.record.listed)} = 0 WHERE ${t.record.entity} = ?
            AND ${t.record.base} IS NOT NULL AND NOT ${READ_SINCE}
            AND ${t.record.archived} ${input.archivedListed ? LIVING_OR_ARCHIVED : LIVING}
            AND ${t.record.id} NOT IN (SELECT ${staging.id} FROM ${staging}
            WHERE ${staging.entity} = ? AND ${staging.generation} = ?)`,
          [entity, input.at, entity, generation],
        );
    db.run(
      statement`UPDATE ${t.scan} SET ${names(t.scan.finishedAt)} = ?, ${names(t.scan.complete)} = ?,
        ${names(t.scan.total)} = ?, ${names(t.scan.seenFrom)} = CASE WHEN ? THEN ${t.scan.seenFrom}
        ELSE ${t.scan.startedAt} END, ${names(t.scan.scannedAt)} = CASE
        WHEN ? THEN ${t.scan.scannedAt} ELSE ? END WHERE ${t.scan.entity} = ?`,
      [input.at, emptied ? 0 : 1, input.total, emptied ? 1 : 0, emptied ? 1 : 0, input.at, entity],
    );
    if (!emptied && input.archivedListed) {
      db.run(
        statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')}
          SELECT ?, ${t.scan.startedAt} FROM ${t.scan} WHERE ${t.scan.entity} = ?`,
        [ARCHIVED_SEEN + entity, entity],
      );
    }
    noteListed(db, input);
    clearStaging(db, entity);
    return { absent, emptied, known, revision: revisionOf(db, entity) };
  },

  /**
   * Notes that archived records which no list held can still be read: lists that were taken for
   * whole hide some, and these are not missing. Records that are not archived are passed over.
   */
  'scan.archivedStayed': (
    db: WritableDb,
    { entity, ids }: { entity: Entity; ids: readonly string[] },
  ) => {
    const stayed = db.run(
      statement`UPDATE ${t.record} SET ${names(t.record.absences)} = 0 WHERE ${t.record.entity} = ?
        AND ${t.record.archived} = 1 AND ${t.record.id} IN (SELECT value FROM json_each(?))`,
      [entity, JSON.stringify(ids)],
    );
    if (stayed > 0) {
      db.run(statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')} VALUES (?, '1')`, [
        HIDES_ARCHIVED + entity,
      ]);
    }
    return { stayed };
  },

  /**
   * Moves records that were proved to be gone into the trash and empties it of what has lain
   * there for 30 days. Records that a write waits for stay.
   */
  'records.remove': (
    db: WritableDb,
    input: { entity: Entity; ids: readonly string[]; at: number; reason: string },
  ) => {
    let removed = 0;
    for (const id of input.ids) {
      if (input.entity === 'form') rememberGone(db, id, input.at);
      db.run(
        statement`INSERT INTO ${into(t.trash, 'entity', 'id', 'json', 'deletedAt', 'reason')}
          SELECT ${t.record.entity}, ${t.record.id}, ${t.record.base}, ?, ? FROM ${t.record}
          WHERE ${t.record.entity} = ? AND ${t.record.id} = ? AND ${NOTHING_WAITS}
          AND ${t.record.base} IS NOT NULL`,
        [input.at, input.reason, input.entity, id],
      );
      const gone = db.run(
        statement`DELETE FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?
          AND ${NOTHING_WAITS}`,
        [input.entity, id],
      );
      removed += gone;
      if (gone > 0) dropUnread(db, input.entity, id);
    }
    db.run(statement`DELETE FROM ${t.trash} WHERE ${t.trash.deletedAt} < ?`, [
      input.at - trashMs(),
    ]);
    return { removed };
  },
} as const;
