import { sql } from 'drizzle-orm';
import type { ListView, Row } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { isTemporaryId } from '../../../shared/rules/temporaryId.ts';
import type { ReadableDb } from '../db/handles.ts';
import { FEW, planOf, type ListPlan, type Statement } from './view.ts';
import { SHOWN } from './viewConditions.ts';
import * as t from '../db/schema.ts';
import { plainStatement, select } from '../db/statement.ts';
import type { RowOf } from '../db/statement.ts';

/** Lists and single records out of the mirror. */

/** Vehicles whose telemetry is read at a time. */
const TELEMETRY_ROWS = 5_000;

/**
 * Where it is noted, by the kind of records, when the last complete scan began that held the archived ones
 * too: of some services lists lack them.
 */
export const ARCHIVED_SEEN = 'scan.archivedSeen.';

/**
 * A row that the last complete scan held is as fresh as that scan, even where nothing was written
 * because nothing had changed. (Asked for in a query of its own: joined, each row takes seven
 * times as long.)
 */
const COLUMNS = {
  id: t.record.id,
  json: SHOWN,
  archived: t.record.archived,
  temporary: t.record.temporary,
  pending: t.record.pending,
  mark: t.record.mark,
  changed: t.record.changed,
  listed: t.record.listed,
  readAt: sql<number | null>`CASE WHEN ${t.record.temporary} = 1 THEN NULL
    WHEN ${t.record.listed} = 1 THEN max(coalesce(${t.record.readAt}, 0), coalesce(
    CASE WHEN ${t.record.archived} = 1 THEN (SELECT CAST(${t.meta.value} AS INTEGER) FROM ${t.meta}
      WHERE ${t.meta.key} = '${sql.raw(ARCHIVED_SEEN)}' || ${t.record.entity})
    ELSE (SELECT ${t.scan.seenFrom} FROM ${t.scan}
      WHERE ${t.scan.entity} = ${t.record.entity}) END, ${t.record.readAt}, 0))
    ELSE ${t.record.readAt} END`,
};
/** Asked for each row of a window: spelled once. */
const ROW = select(COLUMNS)`FROM ${t.record} WHERE ${t.record.rowid} = ?`;
type RowColumns = RowOf<typeof COLUMNS>;

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
    readAt: columns.readAt,
    listed: columns.listed !== 0,
  };
}

/** The counter that grows with every change of an entity's records. */
export function revisionOf(db: ReadableDb, entity: Entity): number {
  const row = db.one(
    select({ n: t.revision.n })`FROM ${t.revision} WHERE ${t.revision.entity} = ?`,
    [entity],
  );
  return row?.n ?? 0;
}

/** A record's real id: a temporary one leads to the service's once its create was confirmed. */
export function realId(db: ReadableDb, entity: Entity, id: string): string {
  const mapped = db.one(
    select({ id: t.idMap.id })`FROM ${t.idMap} WHERE ${t.idMap.entity} = ?
      AND ${t.idMap.temporaryId} = ?`,
    [entity, id],
  );
  return mapped?.id ?? id;
}

export interface WindowInput {
  view: ListView;
  offset: number;
  limit: number;
}

/** What a list's plan asks for (`view.ts`). */
interface ListRow {
  rowid: number;
  id: string;
}

/**
 * Rows of a list by their place in its order.
 *
 * @param total length of the list
 */
function pageOf(
  db: ReadableDb,
  { page, near, rare }: ListPlan,
  total: number,
  offset: number,
  limit: number,
): ListRow[] {
  if (offset >= total) return [];
  const read = ({ sql: text, params }: Statement): ListRow[] =>
    db.all(plainStatement<ListRow>(text), [...params, limit, offset]);
  if (rare !== null && total < FEW) return read(rare);
  if (near !== null && offset === 0 && limit > 0) {
    const found = read(near);
    if (found.length === limit) return found;
  }
  return read(page);
}

export const recordReads = {
  /** Rows `offset` to `offset + limit` of a view, its length, revision and age. */
  'records.window': (db: ReadableDb, { view, offset, limit }: WindowInput) => {
    const plan = planOf(db, view);
    const counted = db.one(plainStatement<{ n: number }>(plan.count.sql), plan.count.params);
    const total = counted?.n ?? 0;
    const page = pageOf(db, plan, total, offset, limit);
    const rows: Row[] = [];
    for (const { rowid } of page) {
      const columns = db.one(ROW, [rowid]);
      if (columns !== undefined) rows.push(toRow(columns));
    }
    const scan = db.one(
      select({ scannedAt: t.scan.scannedAt })`FROM ${t.scan} WHERE ${t.scan.entity} = ?`,
      [view.entity],
    );
    return {
      rows,
      total,
      revision: revisionOf(db, view.entity),
      scannedAt: scan?.scannedAt ?? null,
    };
  },

  /** Ids of a whole view, in its order. */
  'records.ids': (db: ReadableDb, { view }: { view: ListView }) => {
    const { page } = planOf(db, view);
    const rows = db.all(plainStatement<ListRow>(page.sql), [...page.params, -1, 0]);
    return { ids: rows.map(({ id }) => id) };
  },

  /** Ids of a whole view, in no order, as one JSON array. */
  'records.matching': (db: ReadableDb, { view }: { view: ListView }) => {
    const { matching } = planOf(db, view);
    return db.one(plainStatement<{ ids: string }>(matching.sql), matching.params) ?? { ids: '[]' };
  },

  /** How many records of a view have each value of a field; `null` for those without it. */
  'records.facets': (db: ReadableDb, input: { view: ListView; field: string }) => {
    const facets = planOf(db, input.view).facets(input.field);
    const counted = plainStatement<{ value: string | null; count: number }>(facets.sql);
    return { counts: db.all(counted, facets.params) };
  },

  /** One record by its id, or by the temporary id that it had; `null` where there is none. */
  'records.get': (db: ReadableDb, { entity, id }: { entity: Entity; id: string }) => {
    const columns = db.one(
      select({ ...COLUMNS, base: t.record.base })`FROM ${t.record} WHERE ${t.record.entity} = ?
        AND ${t.record.id} = ?`,
      [entity, realId(db, entity, id)],
    );
    return columns === undefined ? null : { row: toRow(columns), base: columns.base };
  },

  /** The id that a temporary one became, or the id itself; and whether it is still a temporary one. */
  'records.realId': (db: ReadableDb, { entity, id }: { entity: Entity; id: string }) => {
    const real = realId(db, entity, id);
    const known = db.one(
      select({ temporary: t.record.temporary })`FROM ${t.record} WHERE ${t.record.entity} = ?
        AND ${t.record.id} = ?`,
      [entity, real],
    );
    return { id: real, temporary: isTemporaryId(real) || known?.temporary === 1 };
  },

  /** The whole list of living records as one JSON array text, by id. */
  'records.list': (db: ReadableDb, { entity }: { entity: Entity }) => {
    const rows = db.all(
      select({ json: SHOWN })`FROM ${t.record} WHERE ${t.record.entity} = ?
        AND ${t.record.archived} = 0 ORDER BY ${t.record.id}`,
      [entity],
    );
    const scan = db.one(
      select({ scannedAt: t.scan.scannedAt })`FROM ${t.scan} WHERE ${t.scan.entity} = ?`,
      [entity],
    );
    return {
      json: `[${rows.map(({ json }) => json).join(',')}]`,
      readAt: scan?.scannedAt ?? null,
    };
  },

  /** Ids of records that are archived or being deleted. */
  'records.hiddenIds': (db: ReadableDb, { entity }: { entity: Entity }) => {
    const rows = db.all(
      select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?
        AND ${t.record.archived} > 0`,
      [entity],
    );
    return { ids: rows.map(({ id }) => id) };
  },

  /** Of some ids, or of all, those that have a record. */
  'records.knownIds': (
    db: ReadableDb,
    { entity, ids }: { entity: Entity; ids: readonly string[] | null },
  ) => {
    const rows =
      ids === null
        ? db.all(select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?`, [
            entity,
          ])
        : db.all(
            select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?
              AND ${t.record.id} IN (SELECT value FROM json_each(?))`,
            [entity, JSON.stringify(ids)],
          );
    return { ids: rows.map(({ id }) => id) };
  },

  /**
   * Last known telemetry of living vehicles, as `shared/model/vehicle.ts` spells it, some at a time:
   * those behind a rowid, and the one behind which there are more.
   */
  'records.telemetry': (db: ReadableDb, { after }: { after: number }) => {
    const rows = db.all(
      select({
        rowid: t.record.rowid,
        id: t.record.id,
        status: sql<string | null>`${SHOWN} ->> '$.status'`,
        at: sql<string | null>`${SHOWN} ->> '$.lastLoggedAt'`,
        where: sql<string | null>`${SHOWN} -> '$.lastCoordinates'`,
      })`FROM ${t.record} WHERE +${t.record.entity} = 'vehicle' AND ${t.record.archived} = 0
          AND ${t.record.rowid} > ? ORDER BY ${t.record.rowid} LIMIT ?`,
      [after, TELEMETRY_ROWS],
    );
    return { rows, next: rows.length < TELEMETRY_ROWS ? null : (rows.at(-1)?.rowid ?? null) };
  },
} as const;
