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

const keyOf = ({ key }: Removed): number => key;

/** No call gives the keys alone: its windows are read once more. */
async function keysNow(
  read: (offset: number) => Promise<Result<Output<'removals.trash'>>>,
): Promise<Result<number[]>> {
  const keys = new Set<number>();
  for (let offset = 0; ; offset += WINDOW) {
    const page = await read(offset);
    if (!page.ok) return page;
    for (const row of page.value.rows) keys.add(keyOf(row));
    if (offset + WINDOW >= page.value.total) return ok([...keys]);
  }
}

/** All that lies in the trash as it leaves, the latest first; null where it was stopped. */
export async function trashSheet(way: Way): Promise<Result<Cell[][]> | null> {
  const read = (offset: number) => call('removals.trash', { offset, limit: WINDOW });
  const rows = await everyRow<Removed, number>({ read, keyOf, keys: () => keysNow(read) }, way);
  if (rows === null || !rows.ok) return rows;
  const columns = [
    { title: text.word.record, value: ({ title }: Removed) => title },
    { title: text.columns.type, value: ({ entity }: Removed) => text.entity[entity] },
    momentColumn<Removed>(text.removals.trash.when, ({ deletedAt }) => deletedAt),
  ];
  return ok(plainSheet(columns, rows.value));
}
