import type { OpRecord } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import { sameReading, showsAppended } from './appended.ts';
import type { OutboxContext } from './context.ts';
import { readMeter, readRecord } from './service.ts';

/** The status of a request that was refused for a session that has ended. */
export const SESSION_ENDED = 401;

/** Whether a request was refused of which something on the way may have sent a copy that was done. */
export function mayHaveCopy({
  lastStatus,
  watch,
}: Pick<OpRecord, 'lastStatus' | 'watch'>): boolean {
  return lastStatus === SESSION_ENDED || watch.refusals > 0;
}

/**
 * Whether a request that was answered with 401 may leave once more with the renewed session: what it sets is as it
 * was read before the request. Otherwise a copy of it may have been done, or somebody else was there meanwhile.
 * True, too, where nothing was read before or can be by its id; never of a create, which only a list tells of.
 *
 * @param before the record as it was read just before the request; an entry of a meter has its own reading
 */
export async function isUntouched(
  context: OutboxContext,
  op: OpRecord,
  before: string | null,
): Promise<boolean> {
  const { does } = ruleOf(op.endpoint);
  if (does === 'create') return false;
  const isEntry = does === 'append';
  const then = isEntry ? op.watch.readBefore : before;
  if (then === null) return true;
  const reading = isEntry
    ? await readMeter(context, op)
    : await readRecord(context, op.entity, op.targetId, op.params);
  if (reading === null) return true;
  if (reading.is === 'failed') return false;
  const now = reading.is === 'gone' ? '{}' : reading.text;
  // A meter that showed the very same before shows nothing of whether the entry was made.
  return sameReading(op, then, now) && !(isEntry && showsAppended(op, now));
}
