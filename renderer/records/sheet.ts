import { call } from '../bridge.ts';
import type { ListView, Result, Row } from '../bridge.ts';
import { sheetOf } from '../ui/table.ts';
import type { Arrangement, Cell, Column } from '../ui/table.ts';

/** Rows that are read at a time. */
const WINDOW = 500;

/**
 * Every record of a list in its order, as its table shows them: the heading first.
 *
 * @param way is told how far it is; what it gives says whether it goes on
 * @param prepare brings what columns tell beside the records
 *
 * Errors: those of `records.window`; a table that lacks rows is never given. Null where it was stopped.
 */
export async function readSheet(
  view: ListView,
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  way: (read: number, total: number) => boolean,
  prepare?: (rows: readonly Row[]) => Promise<void>,
): Promise<Result<Cell[][]> | null> {
  const rows: Row[] = [];
  for (;;) {
    const page = await call('records.window', { view, offset: rows.length, limit: WINDOW });
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    if (!way(rows.length, page.value.total)) return null;
    if (page.value.rows.length === 0 || rows.length >= page.value.total) break;
  }
  await prepare?.(rows);
  if (!way(rows.length, rows.length)) return null;
  return { ok: true, value: sheetOf(columns, arrangement, rows) };
}
