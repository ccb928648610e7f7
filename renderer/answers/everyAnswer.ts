import { ok } from '../../shared/result.ts';
import { call } from '../bridge.ts';
import type { Input, Output, Result } from '../bridge.ts';
import { everyRow } from '../state/everyRow.ts';
import type { Way } from '../state/job.svelte.ts';

/** As many rows as are given at a time. */
const WINDOW = 500;

/** All answers of a view, in its order; null where it was stopped. Errors: those of `everyRow`. */
export function everyAnswer(
  view: Input<'answers.window'>['view'],
  way: Way,
): Promise<Result<Output<'answers.window'>['rows']> | null> {
  const list = {
    read: (offset: number) => call('answers.window', { view, offset, limit: WINDOW }),
    keyOf: ({ id }: { id: string }) => id,
    keys: async () => {
      const listed = await call('answers.ids', { view });
      return listed.ok ? ok(listed.value.ids) : listed;
    },
  };
  return everyRow(list, way);
}
