import { TRASH_MS } from '../db/journaling.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { beginLoad, endLoad } from './catchUp.ts';
import { writeBatch } from './pageBatch.ts';
import { revisionOf } from './records.ts';
import { clearStaging, countStaged } from './staging.ts';

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
  const row = db.one<{ id: string }>(
    `SELECT id FROM record WHERE entity = ? AND absences = 0 AND listed = 1 AND archived = ?
       AND temporary = 0 AND pending = 0 LIMIT 1`,
    [entity, archived],
  );
  return row?.id ?? null;
}

export const scanReads = {
  'scan.states': (db: ReadableDb, _input: Record<string, never>) => {
    const rows = db.all<{
      entity: Entity;
      generation: number;
      started_at: number;
      finished_at: number | null;
      complete: number;
      scanned_at: number | null;
    }>('SELECT * FROM scan');
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
    const shape = db.one<{ type: string | null }>(
      'SELECT CASE WHEN json_valid(?) THEN json_type(?, ?) END AS type',
      [input.text, input.text, input.path],
    );
    if (shape?.type !== 'array') return null;
    const rows = db.all<{ json: string }>(
      `SELECT '[' || group_concat(CASE type WHEN 'object' THEN value ELSE 'null' END, ',') || ']' AS json
       FROM json_each(?, ?)
       GROUP BY key / CAST(? AS INTEGER) ORDER BY key / CAST(? AS INTEGER)`,
      [input.text, input.path, input.size, input.size],
    );
    return rows.map(({ json }) => json);
  },

  /**
   * Records that two complete scans in a row did not hold, and that no pending op touches; with
   * the number of records of the entity, and a living and an archived one that the last scan did
   * hold, to try the read by id on.
   */
  'scan.candidates': (db: ReadableDb, { entity }: { entity: Entity }) => ({
    ids: db
      .all<{ id: string }>(
        `SELECT id FROM record WHERE entity = ? AND absences >= ${ABSENCES_WANTED}
           AND pending = 0 AND temporary = 0 AND archived < 2 ORDER BY id`,
        [entity],
      )
      .map(({ id }) => id),
    total:
      db.one<{ n: number }>(
        'SELECT count(*) AS n FROM record WHERE entity = ? AND temporary = 0 AND archived < 2',
        [entity],
      )?.n ?? 0,
    control: listedOne(db, entity, 0),
    archivedControl: listedOne(db, entity, 1),
  }),

  /** Whether the list of an entity was seen to lack archived records that are still there. */
  'scan.hidesArchived': (db: ReadableDb, { entity }: { entity: Entity }) => ({
    hides: db.one('SELECT 1 FROM meta WHERE key = ?', [HIDES_ARCHIVED + entity]) !== undefined,
  }),

  /** Records that lie in the trash, youngest first. */
  'trash.list': (db: ReadableDb, { limit }: { limit: number }) =>
    db.all<{ entity: Entity; id: string; json: string; deletedAt: number; reason: string }>(
      `SELECT entity, id, json, deleted_at AS deletedAt, reason FROM trash
       ORDER BY deleted_at DESC, entity, id LIMIT ?`,
      [limit],
    ),
} as const;

/** How many records the service has given of a kind, living or also archived. */
function countKnown(db: ReadableDb, entity: Entity, archivedToo: boolean): number {
  const row = db.one<{ n: number }>(
    `SELECT count(*) AS n FROM record
     WHERE entity = ? AND base IS NOT NULL AND archived ${archivedToo ? '< 2' : '= 0'}`,
    [entity],
  );
  return row?.n ?? 0;
}

export const scanWrites = {
  /** Opens a new generation; what an interrupted scan had staged is dropped. */
  'scan.begin': (db: WritableDb, { entity, at }: { entity: Entity; at: number }) => {
    writeBatch(db, entity);
    clearStaging(db, entity);
    const before = db.one<{ scanned_at: number | null }>(
      'SELECT scanned_at FROM scan WHERE entity = ?',
      [entity],
    );
    if ((before?.scanned_at ?? null) === null) beginLoad(db, entity);
    db.run(
      `INSERT INTO scan (entity, generation, started_at, complete) VALUES (?, 1, ?, 0)
       ON CONFLICT (entity) DO UPDATE SET generation = generation + 1, started_at = excluded.started_at,
         finished_at = NULL, total = NULL, complete = 0`,
      [entity, at],
    );
    const row = db.one<{ generation: number }>('SELECT generation FROM scan WHERE entity = ?', [
      entity,
    ]);
    return { generation: row?.generation ?? 1 };
  },

  /** Ends a scan without proof: it has added and updated, and says nothing of what it missed. */
  'scan.abandon': (db: WritableDb, input: { entity: Entity; at: number }) => {
    writeBatch(db, input.entity);
    endLoad(db, input.entity);
    db.run('UPDATE scan SET finished_at = ?, complete = 0 WHERE entity = ?', [
      input.at,
      input.entity,
    ]);
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
    },
  ) => {
    const { entity, generation } = input;
    writeBatch(db, entity);
    endLoad(db, entity);
    const staged = countStaged(db, entity, generation);
    const known = staged > 0 ? 0 : countKnown(db, entity, input.archivedListed);
    const emptied = staged === 0 && known > 0;
    const absent = emptied
      ? 0
      : db.run(
          `UPDATE record SET absences = absences + 1, listed = 0
           WHERE entity = ? AND base IS NOT NULL AND archived ${input.archivedListed ? '< 2' : '= 0'}
             AND id NOT IN (SELECT id FROM temp.staging WHERE entity = ? AND generation = ?)`,
          [entity, entity, generation],
        );
    db.run(
      `UPDATE scan SET finished_at = ?, complete = ?, total = ?,
         seen_from = CASE WHEN ? THEN seen_from ELSE started_at END,
         scanned_at = CASE WHEN ? THEN scanned_at ELSE ? END WHERE entity = ?`,
      [input.at, emptied ? 0 : 1, input.total, emptied ? 1 : 0, emptied ? 1 : 0, input.at, entity],
    );
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
      `UPDATE record SET absences = 0 WHERE entity = ? AND archived = 1
         AND id IN (SELECT value FROM json_each(?))`,
      [entity, JSON.stringify(ids)],
    );
    if (stayed > 0) {
      db.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, '1')", [HIDES_ARCHIVED + entity]);
    }
    return { stayed };
  },

  /**
   * Moves records that were proved to be gone into the trash and empties it of what has lain
   * there for 30 days. Records with pending ops stay.
   */
  'records.remove': (
    db: WritableDb,
    input: { entity: Entity; ids: readonly string[]; at: number; reason: string },
  ) => {
    let removed = 0;
    for (const id of input.ids) {
      db.run(
        `INSERT INTO trash (entity, id, json, deleted_at, reason)
         SELECT entity, id, base, ?, ? FROM record
         WHERE entity = ? AND id = ? AND pending = 0 AND base IS NOT NULL`,
        [input.at, input.reason, input.entity, id],
      );
      removed += db.run('DELETE FROM record WHERE entity = ? AND id = ? AND pending = 0', [
        input.entity,
        id,
      ]);
    }
    db.run('DELETE FROM trash WHERE deleted_at < ?', [input.at - TRASH_MS]);
    return { removed };
  },
} as const;
