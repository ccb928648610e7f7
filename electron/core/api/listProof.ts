import type { ReadName } from '../../../shared/api/catalogue.ts';
import { ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { readIds } from './pageParts.ts';
import type { ApiClient, Params, Query } from './types.ts';

/**
 * What proves that a list that was read page by page is the whole one: nobody concludes from the
 * absence of a record in any other.
 */

/** A list as its pages gave it. */
export interface ReadList {
  name: ReadName;
  params: Params;
  query: Query;
  /** How many records it brought. */
  count: number;
  /** Ids of the first page, in its order. */
  firstIds: readonly string[];
  /** What each page said of the number of records. */
  totals: readonly (number | null)[];
  /** How many records say of themselves that they are archived. */
  archived: number;
}

/** Why its pages contradict themselves; null where they agree. */
export function countDoubt({ count, totals }: Pick<ReadList, 'count' | 'totals'>): string | null {
  const isAll = totals.every((said) => said === null || said === count);
  return isAll ? null : 'the number of records is not the total';
}

/**
 * Why a list proves nothing; null where it is complete. Its first page is read once more, to see
 * whether the list moved meanwhile. Errors: those of that request.
 */
export async function doubtOf(
  api: ApiClient,
  list: ReadList,
  signal: AbortSignal,
): Promise<Result<string | null>> {
  const { name, params, query, firstIds, totals, count } = list;
  const body = await api.pageBody(name, 1, { params, query, signal });
  const again = body.ok ? await readIds(body.value) : body;
  if (!again.ok) return again;
  const { ids, total } = again.value;
  if (ids.join('\n') !== firstIds.join('\n')) return ok('the first page changed');
  return ok(countDoubt({ count, totals: [...totals, total] }));
}

/** Only rows that say so are archived: a parameter that is ignored looks like success. */
export function isArchivedOnly({ count, archived }: ReadList): boolean {
  return archived === count;
}

/**
 * Whether a list that was asked for archived records holds those, though none of its records says so (no
 * field for it is in the specification): then it shares none with the list of the living ones.
 *
 * @param fresh how many of its records that list does not hold
 */
export function isApart({ count, archived }: ReadList, fresh: number): boolean {
  return count > 0 && archived === 0 && fresh === count;
}

/** Whether the list of archived records is one: by what they say, or by what the list of the living lacks. */
export function holdsArchived(list: ReadList, fresh: number): boolean {
  return isArchivedOnly(list) || isApart(list, fresh);
}

/** Failures that mean "this list is not for this account", so that another may be tried. */
export function isRefusal({ kind, status }: AppError): boolean {
  return (
    kind === 'denied' ||
    kind === 'missing' ||
    (status !== undefined && [403, 404, 405, 410, 501].includes(status))
  );
}

/** Failures that mean "archived records are not listed apart". */
export function refusesArchived(error: AppError): boolean {
  return isRefusal(error) || error.kind === 'invalid';
}
