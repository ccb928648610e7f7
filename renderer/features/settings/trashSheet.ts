import { ok } from '../../../shared/result.ts';
import { call } from '../../bridge.ts';
import type { Output, Result } from '../../bridge.ts';
import { everyRow } from '../../state/everyRow.ts';
import type { Way } from '../../state/job.svelte.ts';
import { text } from '../../text/en.ts';
import { momentColumn, plainSheet } from '../../ui/sheet.ts';
import type { Cell } from '../../ui/table.ts';

type Removed = Output<'removals.trash'>['rows'][number];
/** As many as are given at a time. */
const WINDOW = 500;

/** All that lies in the trash as it leaves, the latest first; null where it was stopped. */
export async function trashSheet(way: Way): Promise<Result<Cell[][]> | null> {
  const rows = await everyRow<Removed>(
    (offset) => call('removals.trash', { offset, limit: WINDOW }),
    way,
  );
  if (rows === null || !rows.ok) return rows;
  const columns = [
    { title: text.word.record, value: ({ title }: Removed) => title },
    { title: text.columns.type, value: ({ entity }: Removed) => text.entity[entity] },
    momentColumn<Removed>(text.removals.trash.when, ({ deletedAt }) => deletedAt),
  ];
  return ok(plainSheet(columns, rows.value));
}
