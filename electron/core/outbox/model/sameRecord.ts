import { getterOf, recordName } from '../../../../shared/rules/recordName.ts';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import { createdAtOf } from './matching.ts';
import type { OpRecord } from './record.ts';

/** A list may cut the time at the second that the record itself tells to the millisecond. */
const ROUNDED_MS = 1000;

/**
 * Whether a reading shows another record than the one that a write was made for. A service that was
 * restored from a backup gives ids again that it had given before: the same id names something that
 * was made at another time and is called otherwise. Either of the two alone proves nothing: records
 * are renamed, and some services tell one time in a list and another by the id.
 */
export function showsOtherRecord(
  op: Pick<OpRecord, 'entity' | 'targetId' | 'label' | 'watch'>,
  reading: string,
): boolean {
  const { madeAt } = op.watch;
  const now = createdAtOf(reading);
  if (madeAt === null || now === null || Math.abs(now - madeAt) <= ROUNDED_MS) return false;
  const name = recordName(op.entity, getterOf(parsedJson(reading)));
  return (name ?? op.targetId) !== op.label;
}
