import { fieldNames } from '../../../../shared/rules/fieldNames.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import { ruleOf, unexpectedChanges } from '../model/rule.ts';
import type { ConfirmInput, Intent } from '../store/transitions.ts';
import { notShown, storedOtherwise } from '../model/compare.ts';
import type { OutboxContext, Step } from './context.ts';
import { DONE, backoffFor } from './context.ts';
import type { OpRecord } from '../model/record.ts';

/** A refused write to the own database is the only failure of a step on disk: the disk is full. */
export function stepOf(written: Result<unknown>): Step {
  if (written.ok) return DONE;
  return backoffFor(written.error) ?? { is: 'backoff', why: 'disk', ms: null };
}

/**
 * What a success leaves to look at: fields that changed beside the write, or were kept otherwise. Of a
 * change, and of a record that was recognised since no answer named it, also those that it does not show.
 */
export function flagOf(
  op: OpRecord,
  before: string | null,
  after: string,
  isRecognised = false,
): AppError | null {
  const beside = before === null ? [] : unexpectedChanges(op.endpoint, op.patch, before, after);
  const otherwise = storedOtherwise(op, after);
  const parts: string[] = [];
  if (otherwise.length > 0) {
    const fields = fieldNames(op.endpoint, otherwise);
    parts.push(`The service keeps otherwise than sent: ${fields}.`);
  }
  const { does } = ruleOf(op.endpoint);
  const isWhole = isRecognised || does === 'update' || does === 'assign';
  const unseen = isWhole ? notShown(op, after) : [];
  if (unseen.length > 0) parts.push(`It does not show: ${fieldNames(op.endpoint, unseen)}.`);
  if (beside.length > 0) {
    parts.push(`Also changed meanwhile: ${fieldNames(op.endpoint, beside)}.`);
  }
  if (parts.length === 0) return null;
  return {
    kind: 'conflict',
    code: 'outbox.flagged',
    message: parts.join(' '),
    safe: 'The write arrived; the record shows what the service holds.',
    next: 'none',
  };
}

/** What was decided on while the op waited: a person may change it as long as it does. */
export function waitingIntent(op: OpRecord): Intent | undefined {
  return op.state === 'QUEUED' ? { patch: op.patch, params: op.params } : undefined;
}

export function confirmOp(
  context: OutboxContext,
  op: OpRecord,
  reason: string,
  record: string | null,
  options: Pick<ConfirmInput, 'gone' | 'flag' | 'status' | 'reply' | 'fresh' | 'isRow'> = {},
): Promise<Step> {
  return context.store
    .write('outbox.confirm', {
      id: op.id,
      now: context.ports.clock.now(),
      reason,
      record,
      ...options,
      expect: waitingIntent(op),
    })
    .then(stepOf);
}
