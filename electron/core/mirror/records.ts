import type { ListView, Row } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { isTemporaryId } from '../../../shared/rules/temporaryId.ts';
import type { ReadableDb } from '../db/handles.ts';
import { SHOWN, planOf, type ListPlan } from './view.ts';

/** Lists and single records out of the mirror. */

interface RowColumns {
  id: string;
  json: string;
  archived: number;
  temporary: number;
  pending: number;
  mark: Row['mark'];
  changed: string | null;
  read_at: number | null;
  listed: number;
}

/**
 * A row that the last complete scan held is as fresh as that scan, even where nothing was written
 * because nothing had changed. (Asked for in a query of its own: joined, each row takes seven
 * times as long.)
 */
const COLUMNS = `record.id, ${SHOWN} AS json, archived, temporary, pending, mark, changed, listed,
  CASE WHEN temporary = 1 THEN NULL
    WHEN listed = 1 THEN max(coalesce(read_at, 0), coalesce(
      (SELECT seen_from FROM scan WHERE scan.entity = record.entity), read_at, 0))
    ELSE read_at END AS read_at`;

function toRow(columns: RowColumns): Row {
  const changed: unknown = columns.changed === null ? [] : JSON.parse(columns.changed);
  return {
    id: columns.id,
    json: columns.json,
    archived: columns.archived !== 0,
    temporary: columns.temporary !== 0,
    pending: columns.pending,
    mark: columns.mark,
    changed: Array.isArray(changed) ? changed.filter((field) => typeof field === 'string') : [],
    readAt: columns.read_at,
    listed: columns.listed !== 0,
  };
}

/** The counter that grows with every change of an entity's records. */
export function revisionOf(db: ReadableDb, entity: Entity): number {
  const row = db.one<{ n: number }>('SELECT n FROM revision WHERE entity = ?', [entity]);
  return row?.n ?? 0;
}

/** A record's real id: a temporary one leads to the service's once its create was confirmed. */
export function realId(db: ReadableDb, entity: Entity, id: string): string {
  const mapped = db.one<{ id: string }>(
    'SELECT id FROM id_map WHERE entity = ? AND temporary_id = ?',
    [entity, id],
  );
  return mapped?.id ?? id;
}

export interface WindowInput {
  view: ListView;
  offset: number;
  limit: number;
}

/** Rows of a list by their place in its order. */
function pageOf(
  db: ReadableDb,
  { page, near }: ListPlan,
  offset: number,
  limit: number,
): { rowid: number }[] {
  if (near !== null && offset === 0 && limit > 0) {
    const found = db.all<{ rowid: number }>(near.sql, [...near.params, limit, offset]);
    if (found.length === limit) return found;
  }
  return db.all(page.sql, [...page.params, limit, offset]);
}

export const recordReads = {
  /** Rows `offset` to `offset + limit` of a view, its length, revision and age. */
  'records.window': (db: ReadableDb, { view, offset, limit }: WindowInput) => {
    const plan = planOf(db, view);
    const page = pageOf(db, plan, offset, limit);
    const rows: Row[] = [];
    for (const { rowid } of page) {
      const columns = db.one<RowColumns>(`SELECT ${COLUMNS} FROM record WHERE record.rowid = ?`, [
        rowid,
      ]);
      if (columns !== undefined) rows.push(toRow(columns));
    }
    const scan = db.one<{ scanned_at: number | null }>(
      'SELECT scanned_at FROM scan WHERE entity = ?',
      [view.entity],
    );
    return {
      rows,
      total: db.one<{ n: number }>(plan.count.sql, plan.count.params)?.n ?? 0,
      revision: revisionOf(db, view.entity),
      scannedAt: scan?.scanned_at ?? null,
    };
  },

  /** Ids of a whole view, in its order. */
  'records.ids': (db: ReadableDb, { view }: { view: ListView }) => {
    const { page } = planOf(db, view);
    const rows = db.all<{ id: string }>(page.sql, [...page.params, -1, 0]);
    return { ids: rows.map(({ id }) => id) };
  },

  /** How many records of a view have each value of a field; `null` for those without it. */
  'records.facets': (db: ReadableDb, input: { view: ListView; field: string }) => {
    const facets = planOf(db, input.view).facets(input.field);
    return { counts: db.all<{ value: string | null; count: number }>(facets.sql, facets.params) };
  },

  /** One record by its id, or by the temporary id that it had; `null` where there is none. */
  'records.get': (db: ReadableDb, { entity, id }: { entity: Entity; id: string }) => {
    const columns = db.one<RowColumns & { base: string | null }>(
      `SELECT ${COLUMNS}, base FROM record WHERE record.entity = ? AND record.id = ?`,
      [entity, realId(db, entity, id)],
    );
    return columns === undefined ? null : { row: toRow(columns), base: columns.base };
  },

  /** The id that a temporary one became, or the id itself; and whether it is still a temporary one. */
  'records.realId': (db: ReadableDb, { entity, id }: { entity: Entity; id: string }) => {
    const real = realId(db, entity, id);
    const known = db.one<{ temporary: 0 | 1 }>(
      'SELECT temporary FROM record WHERE entity = ? AND id = ?',
      [entity, real],
    );
    return { id: real, temporary: isTemporaryId(real) || known?.temporary === 1 };
  },

  /** The whole list of living records as one JSON array text, by id. */
  'records.list': (db: ReadableDb, { entity }: { entity: Entity }) => {
    const rows = db.all<{ json: string }>(
      `SELECT ${SHOWN} AS json FROM record WHERE entity = ? AND archived = 0 ORDER BY id`,
      [entity],
    );
    const scan = db.one<{ scanned_at: number | null }>(
      'SELECT scanned_at FROM scan WHERE entity = ?',
      [entity],
    );
    return {
      json: `[${rows.map(({ json }) => json).join(',')}]`,
      readAt: scan?.scanned_at ?? null,
    };
  },

  /** Ids of records that are archived or being deleted. */
  'records.hiddenIds': (db: ReadableDb, { entity }: { entity: Entity }) => {
    const rows = db.all<{ id: string }>('SELECT id FROM record WHERE entity = ? AND archived > 0', [
      entity,
    ]);
    return { ids: rows.map(({ id }) => id) };
  },

  /** Last known telemetry of every living vehicle, as `shared/model/vehicle.ts` spells it. */
  'records.telemetry': (db: ReadableDb, _input: Record<string, never>) => {
    return {
      rows: db.all<{ id: string; status: string | null; at: string | null; where: string | null }>(
        `SELECT id, ${SHOWN} ->> '$.status' AS status, ${SHOWN} ->> '$.lastLoggedAt' AS at,
           ${SHOWN} -> '$.lastCoordinates' AS "where"
         FROM record WHERE entity = 'vehicle' AND archived = 0`,
      ),
    };
  },
} as const;
