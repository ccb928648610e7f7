import { ok } from '../../shared/result.ts';
import { call } from '../bridge.ts';
import type { ListView, Result, Row } from '../bridge.ts';
import { everyRow } from '../state/everyRow.ts';
import type { Way } from '../state/job.svelte.ts';

/** Rows that are read at a time. */
const WINDOW = 500;

/** All records of a list, in its order; null where it was stopped. Errors: those of `everyRow`. */
export function everyRecord(view: ListView, way: Way): Promise<Result<Row[]> | null> {
  return everyRow(
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
}
