import type { ReadName } from '../../../shared/api/catalogue.ts';
import { endpoint } from '../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../shared/api/endpoint.ts';
import { entities } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { isRefusal } from '../api/listProof.ts';
import { payloadValue } from '../api/payload.ts';
import type { ApiPage, Params, Query } from '../api/types.ts';
import type { SyncContext } from './context.ts';
import { listsOf } from './plan.ts';
import { instantMs } from './positionBook.ts';
import type { Who } from '../who.ts';

/**
 * Filters by time that a list may have. The specification names none for most lists, and a
 * parameter that is ignored looks like success: a filter counts only after it was seen to filter.
 */
export interface Filter {
  /** The query parameter that takes the earliest instant. */
  param: string;
  /** The field of a row that it compares. */
  field: string;
}

/** A list as this account reads it, with a filter that was seen to filter. */
export interface Proved {
  name: ReadName;
  params: Params;
  filter: Filter;
}

/** What public clients of the interface send, the one that sees every change first. */
const CHANGED: Filter = { param: 'updatedAt[gte]', field: 'updatedAt' };

/** Rows of a page: few enough for one short write. */
export const PAGE_ROWS = 200;
/** Instants nearer to one another than this prove nothing: services round. */
const APART_MS = 2_000;
/** Rows may be this much older than what was asked for, by rounding. */
const ROUNDING_MS = 1_000;
const FAR = '2100-01-01T00:00:00.000Z';

interface Timed {
  id: string;
  atMs: number;
}

/** The rows of a page with the instant of a field; NaN where a row has none. */
function timesOf(page: ApiPage, field: string): Timed[] {
  const rows = payloadValue(page);
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown, index) => ({
    id: page.ids[index] ?? '',
    atMs: instantMs(new Map(Object.entries(row ?? {})).get(field)),
  }));
}

/** Whether every row of a page is as young as was asked for. */
export function isFiltered(page: ApiPage, { field }: Filter, sinceMs: number): boolean {
  return timesOf(page, field).every(({ atMs }) => atMs >= sinceMs - ROUNDING_MS);
}

/** The paged lists of a kind of record that this account may have, the general one first. */
function listsFor(entity: Entity, who: Who | null): { name: ReadName; params: Params }[] {
  return listsOf(entity).flatMap((name) => {
    if (endpoint(name).reply !== 'page') return [];
    if (!paramNamesOf(endpoint(name)).includes('clientId')) return [{ name, params: {} }];
    const clientId = who?.clientId ?? null;
    return clientId === null ? [] : [{ name, params: { clientId } }];
  });
}

/**
 * Looks whether a list can be asked for what is new. A filter is proved by three reads that change
 * nothing: rows to take two instants from; a range in which nothing can be, which has to be empty;
 * and one from the younger instant on, which has to hold its row, not the older one, and nothing
 * that is older. Null where no filter is proved, or the list has too little to prove one on.
 *
 * Errors: those of the requests, but for refusals of a list or of a filter; they prove nothing.
 */
export async function proveFilter(
  context: SyncContext,
  entity: Entity,
  who: Who | null,
): Promise<Result<Proved | null>> {
  const { api, signal } = context;
  for (const { name, params } of listsFor(entity, who)) {
    const ask: Ask = (query) => api.page(name, 1, { params, query, signal, limit: PAGE_ROWS });
    const plain = await ask({});
    if (!plain.ok) {
      // Refused to this account: the client's own list is tried.
      if (isRefusal(plain.error)) continue;
      return plain;
    }
    const made = entities[entity].madeSince;
    for (const filter of made === null ? [CHANGED] : [CHANGED, made]) {
      const proved = await filters(plain.value, filter, ask);
      if (!proved.ok && !refusesFilter(proved.error)) return proved;
      if (proved.ok && proved.value) return ok({ name, params, filter });
    }
    return ok(null);
  }
  return ok(null);
}

type Ask = (query: Query) => Promise<Result<ApiPage>>;

function refusesFilter(error: AppError): boolean {
  return isRefusal(error) || error.kind === 'invalid';
}

async function filters(plain: ApiPage, filter: Filter, ask: Ask): Promise<Result<boolean>> {
  const times = timesOf(plain, filter.field)
    .filter(({ id, atMs }) => id !== '' && !Number.isNaN(atMs))
    .sort((a, b) => a.atMs - b.atMs);
  const [oldest, newest] = [times[0], times.at(-1)];
  if (oldest === undefined || newest === undefined) return ok(false);
  if (newest.atMs - oldest.atMs < APART_MS) return ok(false);
  const none = await ask({ [filter.param]: FAR });
  if (!none.ok) return none;
  if (none.value.ids.length > 0) return ok(false);
  const some = await ask({ [filter.param]: new Date(newest.atMs).toISOString() });
  if (!some.ok) return some;
  const { ids, last } = some.value;
  if (ids.length === 0 || ids.includes(oldest.id)) return ok(false);
  const holds = ids.includes(newest.id) || !last;
  return ok(holds && isFiltered(some.value, filter, newest.atMs));
}
