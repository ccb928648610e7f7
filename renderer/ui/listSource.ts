import type { RowSource } from '../state/pagedWindow.svelte.ts';

/** A list that is here as a whole, as a table reads it. */
export function listSource<T>(rows: readonly T[]): RowSource<T> {
  return { total: rows.length, at: (index) => rows[index], show: () => undefined };
}
