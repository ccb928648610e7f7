import { ok } from '../../shared/result.ts';
import type { Result } from '../bridge.ts';
import { text } from '../text/en.ts';
import type { Way } from './job.svelte.ts';

/** A list that is read by windows, as a whole. */
export interface WholeList<T, K> {
  /** Gives the rows from a place on, as many as it gives at a time. */
  readonly read: (offset: number) => Promise<Result<{ rows: readonly T[]; total: number }>>;
  readonly keyOf: (row: T) => K;
  /** What the list holds at this moment, in its order. */
  readonly keys: () => Promise<Result<readonly K[]>>;
}

/** How often rows that slid from one window into another are looked for. */
const MOST_LOOKS = 10;

const RESTLESS = {
  ok: false,
  error: { kind: 'local', code: 'desk.restless', ...text.table.saveAs.restless, next: 'retry' },
} as const;

/**
 * All rows of a list that is read by windows, in its order. The list may change between two windows: a
 * row then slides from one that is still to come into one that was read, or comes twice. So what was read
 * is compared with what the list holds at the end.
 *
 * @param way is told how far it is; what it gives says whether it goes on
 *
 * Errors: those of the list, and `desk.restless`; a list that lacks rows is never given. Null where it
 * was stopped.
 */
export async function everyRow<T, K>(
  { read, keyOf, keys }: WholeList<T, K>,
  way: Way,
): Promise<Result<T[]> | null> {
  const rows = new Map<K, T>();
  const readAt = async (offset: number) => {
    const page = await read(offset);
    if (page.ok) for (const row of page.value.rows) rows.set(keyOf(row), row);
    return page;
  };
  for (let offset = 0; ;) {
    const page = await readAt(offset);
    if (!page.ok) return page;
    const { rows: shown, total } = page.value;
    offset += shown.length;
    if (!way(offset, total)) return null;
    if (offset === shown.length && offset >= total) return ok([...shown]);
    if (shown.length === 0 || offset >= total) break;
  }
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const listed = await keys();
    if (!listed.ok) return listed;
    const all = listed.value.flatMap((key) => rows.get(key) ?? []);
    if (all.length === listed.value.length) return ok(all);
    for (const [place, key] of listed.value.entries()) {
      if (rows.has(key)) continue;
      const page = await readAt(place);
      if (!page.ok) return page;
      if (!way(Math.min(rows.size, listed.value.length), listed.value.length)) return null;
    }
  }
  return RESTLESS;
}
