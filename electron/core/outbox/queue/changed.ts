import type { AppError } from '../../../../shared/result.ts';
import { isJsonObject, jsonMember } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import { isAsBefore } from '../model/compare.ts';
import type { OpRecord } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import { LOOK_AGAIN_MS } from './context.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp, flagOf, stepOf } from './finish.ts';
import { readRecord } from './service.ts';
import type { Reading } from './service.ts';
import { isRefused, retryLater } from './verifying.ts';

/**
 * A change that the service says it did. The reading after it tells what is otherwise. It is read again before
 * that counts where the reading fails for now, since what answers every request with nothing, as a gateway may
 * whose service is away, may have answered the change, too; and where the record is as it was before, since
 * a copy of the service's database that lags behind may have answered.
 *
 * @param before the record as it was read just before the change was sent
 */
export async function changed(
  context: OutboxContext,
  op: OpRecord,
  payload: string,
  status: number,
  before: string | null,
): Promise<Step> {
  const after = await readRecord(context, op.entity, op.targetId, op.params);
  // A fuel transaction has no reading of its own. The answer names it (section 4.4); where this one does not,
  // its list has to show it.
  if (after === null && !isOfTarget(op, payload)) {
    return lookAgain(context, op, 'its list has to show', { status, before });
  }
  if (after?.is === 'failed' && !isRefused(after.error)) {
    return lookAgain(context, op, 'could not be read yet', { status, before });
  }
  if (after?.is === 'record' && before !== null && isAsBefore(op, before, after.text)) {
    return lookAgain(context, op, 'does not show yet', { status, before });
  }
  const answered = { status, reply: ownReply(op, payload), fresh: before };
  if (after?.is !== 'record') return confirmOp(context, op, 'sent', null, answered);
  const flag = flagOf(op, before, after.text);
  return confirmOp(context, op, 'sent', after.text, { ...answered, flag });
}

/** Leaves a write that was answered as done in doubt until it could be read. */
export async function lookAgain(
  context: OutboxContext,
  op: OpRecord,
  why: string,
  { status, before }: { status: number; before: string | null },
): Promise<Step> {
  const now = context.ports.clock.now();
  const moved = await context.store.write('outbox.move', {
    id: op.id,
    from: ['SENDING'],
    to: 'UNCERTAIN',
    now,
    reason: `the service says that it did it, which ${why}`,
    change: {
      ...{ lastStatus: status, hold: 'retry', holdUntil: now + LOOK_AGAIN_MS },
      watch: { ...op.watch, named: op.targetId, readBefore: before, failures: 0 },
    },
  });
  return stepOf(moved);
}

/** A change that no reading has shown, of a record that is gone: it may have gone without it. */
const WENT_UNSEEN: AppError = {
  kind: 'conflict',
  code: 'outbox.flagged',
  message:
    'The service says that it did it. No reading shows it, and the record is gone from the service now.',
  safe: 'What was sent stands in this entry.',
  next: 'none',
};

/**
 * What a later reading tells of a change that was answered as done. It is not sent a second time, whatever
 * that shows: somebody may have changed it back meanwhile. A service that shows the record to nobody is
 * believed.
 */
export function readAgain(context: OutboxContext, op: OpRecord, reading: Reading): Promise<Step> {
  if (reading.is === 'failed' && !isRefused(reading.error)) {
    return retryLater(context, op, reading.error);
  }
  const fresh = op.watch.readBefore;
  if (reading.is === 'gone')
    return confirmOp(context, op, 'sent', null, { fresh, flag: WENT_UNSEEN });
  if (reading.is !== 'record') return confirmOp(context, op, 'sent', null, { fresh });
  const flag = flagOf(op, fresh, reading.text);
  return confirmOp(context, op, 'sent', reading.text, { fresh, flag });
}

/** The record as the reply to a change shows it; null where the reply is another document. */
function ownReply(op: OpRecord, payload: string): string | null {
  return ruleOf(op.endpoint).does === 'update' && isOfTarget(op, payload) ? payload : null;
}

/** Whether an answer is about the record that a change was sent for. */
function isOfTarget({ targetId }: OpRecord, payload: string): boolean {
  return isJsonObject(payload) && referenceId(jsonMember(payload, 'id')) === targetId;
}
