import type { OpRecord } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import { isArchivedText } from '../../../../shared/rules/archived.ts';
import { isDeleted, ruleOf } from '../model/rule.ts';
import { absenceOf } from './absence.ts';
import { LOOK_AGAIN_MS } from './context.ts';
import { backoffMs } from './queueBackoff.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp } from './finish.ts';
import type { Lists } from './lists.ts';
import { canaryAnswers, readTarget } from './service.ts';
import { moveFrom, retryLater, notYet, toPerson } from './verifying.ts';

/** So many requests to delete one record leave without asking a person. */
const MOST_DELETES = 6;
/** So many readings in a row may fail after a delete that was answered as done before that is believed. */
const UNREAD_TRIES = 3;
/** Complete lists without a record before a 404 for its id counts as a delete. */
const DELETED_ABSENCES = 2;

/**
 * A 404 for the id alone may be a proxy's or a passing one. It takes what the mirror takes before it
 * lets a record go; short of that the delete is sent again, which changes nothing where it was done.
 */
export async function verifyDelete(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Step> {
  const reading = await readTarget(context, lists, op);
  if (reading.is === 'failed') {
    // A service may have no other answer for what it no longer has.
    const isAnswer = reading.error.status !== undefined;
    if (op.watch.named !== null && isAnswer && op.watch.failures >= UNREAD_TRIES) {
      return confirmOp(context, op, 'sent', null, { gone: true });
    }
    return retryLater(context, op, reading.error);
  }
  if (reading.is === 'record') {
    // Of a delete that can be taken back that is how it shows; for good is for good.
    const isHidden = ruleOf(op.endpoint).inverse !== 'none';
    if (isHidden && isArchivedText(reading.text)) {
      return confirmOp(context, op, 'the service archived it', reading.text);
    }
    if (!isHidden && isDeleted(reading.text)) {
      return confirmOp(context, op, 'the service shows it as deleted', null, { gone: true });
    }
    return notYet(context, op, () => deleteAgain(context, op, 'The service still has the record.'));
  }
  const absence = await absenceOf(context, lists, op);
  if (absence.is === 'failed') return retryLater(context, op, absence.error);
  if (absence.is === 'unproved') return deleteAgain(context, op, absence.why);
  const absences = op.watch.absences + 1;
  if (absences < DELETED_ABSENCES) {
    return moveFrom(context, op, 'UNCERTAIN', `not listed, ${absences} of ${DELETED_ABSENCES}`, {
      watch: { ...op.watch, absences, failures: 0 },
      hold: 'retry',
      holdUntil: context.ports.clock.now() + LOOK_AGAIN_MS,
    });
  }
  const same = await canaryAnswers(context);
  if (same === true) {
    const reason = 'the service no longer has it: two complete lists and a reading by its id';
    return confirmOp(context, op, reason, null, { gone: true });
  }
  return retryLater(context, op, {
    kind: same === false ? 'auth' : 'offline',
    code: 'outbox.noCanary',
    message: 'Who is signed in could not be checked.',
    next: 'retry',
  });
}

/** Sends a delete once more, with growing pauses; in the end a person decides. */
function deleteAgain(context: OutboxContext, op: OpRecord, why: string): Promise<Step> {
  if (op.attempts >= MOST_DELETES) {
    return toPerson(context, op, REASONS.unverifiable, `${why} It was asked to delete it.`, []);
  }
  const { clock, random } = context.ports;
  return moveFrom(context, op, 'QUEUED', why, {
    watch: { ...op.watch, absences: 0, failures: 0 },
    hold: 'retry',
    holdUntil: clock.now() + backoffMs(random.fraction(), op.attempts),
  });
}
