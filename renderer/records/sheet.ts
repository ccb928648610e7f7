import { ok } from '../../shared/result.ts';
import { call } from '../bridge.ts';
import type { ListView, Result, Row } from '../bridge.ts';
import { everyRow } from '../state/everyRow.ts';
import type { Way } from '../state/job.svelte.ts';
import { sheetOf, shownColumns } from '../ui/table.ts';
import type { Arrangement, Cell, Column } from '../ui/table.ts';

/** Rows that are read at a time. */
const WINDOW = 500;

/**
 * Every record of a list in its order, as its table shows them: the heading first.
 *
 * @param way is told how far it is; what it gives says whether it goes on
 *
 * Errors: those of `records.window`, `records.ids` and `everyRow`; a table that lacks rows is never given. Null where it was stopped.
 */
export async function readSheet(
  view: ListView,
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  way: Way,
): Promise<Result<Cell[][]> | null> {
  const rows = await everyRow(
    {
      read: (offset) => call('records.window', { view, offset, limit: WINDOW }),
      keyOf: ({ id }) => id,
      keys: async () => {
        const listed = await call('records.ids', { view });
        return listed.ok ? ok(listed.value.ids) : listed;
      },
    },
    way,
  );
  if (rows === null || !rows.ok) return rows;
  for (const { bring } of shownColumns(columns, arrangement)) await bring?.(rows.value);
  if (!way(rows.value.length, rows.value.length)) return null;
  return ok(sheetOf(columns, arrangement, rows.value));
}
