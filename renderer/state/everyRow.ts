import { ok } from '../../shared/result.ts';
import type { Result } from '../bridge.ts';
import type { Way } from './job.svelte.ts';

/**
 * All rows of a list that is read by windows, in its order.
 *
 * @param read gives the rows from a place on, as many as it gives at a time
 * @param way is told how far it is; what it gives says whether it goes on
 *
 * Errors: those of `read`; a list that lacks rows is never given. Null where it was stopped.
 */
export async function everyRow<T>(
  read: (offset: number) => Promise<Result<{ rows: readonly T[]; total: number }>>,
  way: Way,
): Promise<Result<T[]> | null> {
  const rows: T[] = [];
  for (;;) {
    const page = await read(rows.length);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    if (!way(rows.length, page.value.total)) return null;
    if (page.value.rows.length === 0 || rows.length >= page.value.total) return ok(rows);
  }
}
