import { ok } from '../../shared/result.ts';
import type { ListView, Result, Row } from '../bridge.ts';
import type { Way } from '../state/job.svelte.ts';
import { sheetOf, shownColumns } from '../ui/table.ts';
import type { Arrangement, Cell, Column } from '../ui/table.ts';
import { everyRecord } from './everyRecord.ts';

/**
 * Every record of a list in its order, as its table shows them: the heading first.
 *
 * @param way is told how far it is; what it gives says whether it goes on
 *
 * Errors: those of `everyRecord`; a table that lacks rows is never given. Null where it was stopped.
 */
export async function readSheet(
  view: ListView,
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  way: Way,
): Promise<Result<Cell[][]> | null> {
  const rows = await everyRecord(view, way);
  if (rows === null || !rows.ok) return rows;
  for (const { bring } of shownColumns(columns, arrangement)) await bring?.(rows.value);
  if (!way(rows.value.length, rows.value.length)) return null;
  return ok(sheetOf(columns, arrangement, rows.value));
}
