import { fieldNames } from '../../../../shared/rules/fieldNames.ts';
import type { AppError } from '../../../../shared/result.ts';
import { sameValue } from '../../../../shared/rules/merge.ts';
import type { OpRecord } from '../model/record.ts';
import { fieldsOf, ruleOf, setBy } from '../model/rule.ts';
import type { SetField } from '../model/rule.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp } from './finish.ts';
import { lookAgain } from './changed.ts';
import { readMeter } from './service.ts';
import type { Reading } from './service.ts';
import { isRefused, retryLater } from './verifying.ts';

/**
 * An entry that the service says it took. It is read once more: where the reading is the same as before
 * and shows nothing of it, that is told with the write. It is not sent again, for it may show late. Where the
 * reading fails for now it is read again before the entry counts as taken, as a change is.
 */
export async function appended(
  context: OutboxContext,
  op: OpRecord,
  status: number,
): Promise<Step> {
  const reading = await readMeter(context, op);
  if (reading.is === 'failed' && !isRefused(reading.error)) {
    return lookAgain(context, op, 'could not be read yet', {
      status,
      before: op.watch.readBefore,
    });
  }
  return confirmOp(context, op, 'sent', null, { status, flag: unseenFlag(op, reading) });
}

/** What a later reading tells of an entry that was answered as taken. */
export function readAppended(
  context: OutboxContext,
  op: OpRecord,
  reading: Reading,
): Promise<Step> {
  if (reading.is === 'failed' && !isRefused(reading.error)) {
    return retryLater(context, op, reading.error);
  }
  return confirmOp(context, op, 'sent', null, { flag: unseenFlag(op, reading) });
}

function unseenFlag(op: OpRecord, reading: Reading): AppError | null {
  if (reading.is !== 'record') return null;
  const now = reading.text;
  const before = op.watch.readBefore ?? '{}';
  if (showsAppended(op, now) || !sameReading(op, before, now)) return null;
  const fields = lastingFields(op).map(({ field }) => field);
  return {
    kind: 'conflict',
    code: 'outbox.flagged',
    message: `It does not show: ${fieldNames(op.endpoint, fields)}.`,
    safe: 'The write arrived; the record shows what the service holds.',
    next: 'none',
  };
}

/** The sent fields that a reading shows; those that change by themselves tell nothing. */
function lastingFields(op: OpRecord): SetField[] {
  const { volatile = [] } = ruleOf(op.endpoint);
  return setBy(op.endpoint, op.params, op.patch).filter(({ field }) => !volatile.includes(field));
}

/** Whether a reading shows what an entry set. */
export function showsAppended(op: OpRecord, reading: string): boolean {
  const shown = fieldsOf(op.endpoint, reading);
  return lastingFields(op).every(({ field, mine, options }) =>
    sameValue(shown(field), mine, options),
  );
}

/** Whether two readings are the same, as far as an entry would change them. */
export function sameReading(op: OpRecord, before: string, now: string): boolean {
  const then = fieldsOf(op.endpoint, before);
  const shown = fieldsOf(op.endpoint, now);
  return lastingFields(op).every(({ field, options }) =>
    sameValue(then(field), shown(field), options),
  );
}
