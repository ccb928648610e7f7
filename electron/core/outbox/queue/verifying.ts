import type { OpState } from '../../../../shared/ipc/shapes.ts';
import type { AppError } from '../../../../shared/result.ts';
import type { OpRecord, Watch } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import type { OpChange } from '../store/opStore.ts';
import {
  ABSENCES,
  AUTOMATIC_POSTS,
  DONE,
  INCOMPLETE_LIST,
  LOOK_AGAIN_MS,
  MIX_UPS,
  isMixedUp,
  backoffFor,
} from './context.ts';
import { backoffMs } from './queueBackoff.ts';
import type { OutboxContext, Step } from './context.ts';
import { stepOf } from './finish.ts';
import { REQUEST_WINDOW_MS } from './requestWindows.ts';

/** Where a write goes that is being verified. */

/** So many attempts to look, one after the other, may be refused before a person is asked. */
const REFUSED_READS = 3;
/** So many lists in a row may prove nothing before a person is asked. */
const LIST_TRIES = 10;
const UNSEEN = "What became of it can't be seen.";
const NO_LIST = 'Whether it arrived can not be told: no list of the service proves to be complete.';

/** An answer that is no passing trouble: not for this account, not offered, not understood. */
export function isRefused({ kind, status }: AppError): boolean {
  return (
    kind === 'denied' || (status !== undefined && [400, 403, 404, 405, 410, 501].includes(status))
  );
}

/**
 * Nothing of it shows, which proves something only once the request has surely ended: one that is
 * applied after its second try would undo what came later.
 */
export async function notYet(
  context: OutboxContext,
  op: OpRecord,
  next: () => Promise<Step> = () => again(context, op, 'was not applied', op.watch),
): Promise<Step> {
  const now = context.ports.clock.now();
  // One from before the clock was put back left now at the latest, else it would wait for days.
  const sentAt = Math.min(op.sentAt ?? 0, now);
  const windowEndsAt = sentAt + REQUEST_WINDOW_MS;
  if (now >= windowEndsAt && context.requestWindows.isOver(op.id)) return next();
  return moveFrom(context, op, 'UNCERTAIN', 'not applied yet', {
    hold: 'retry',
    holdUntil: Math.max(windowEndsAt, now + LOOK_AGAIN_MS),
    sentAt,
    watch: { ...op.watch, failures: 0 },
  });
}

/** No trace this time. Three in a row make one second POST; after that a person decides. */
export async function absent(
  context: OutboxContext,
  op: OpRecord,
  candidates: string[],
): Promise<Step> {
  const absences = op.watch.absences + 1;
  const watch: Watch = { ...op.watch, absences, candidates, failures: 0 };
  if (absences < ABSENCES) {
    return moveFrom(context, op, 'UNCERTAIN', `not found, ${absences} of ${ABSENCES}`, {
      watch,
      hold: 'retry',
      holdUntil: context.ports.clock.now() + LOOK_AGAIN_MS,
    });
  }
  if (op.attempts < AUTOMATIC_POSTS) {
    return again(context, op, 'not found in three complete lists', { ...watch, absences: 0 });
  }
  return toPerson(
    context,
    op,
    REASONS.unverifiable,
    'It was sent twice, and the service shows no trace of it.',
    candidates,
  );
}

/** Goes back to be sent: what was proved just now needs no pause on top. */
export function again(
  context: OutboxContext,
  op: OpRecord,
  reason: string,
  watch: Watch,
): Promise<Step> {
  return moveFrom(context, op, 'QUEUED', reason, {
    watch: { ...watch, failures: 0 },
    hold: null,
    holdUntil: null,
  });
}

export function toPerson(
  context: OutboxContext,
  op: OpRecord,
  code: string,
  message: string,
  candidates: string[],
): Promise<Step> {
  const safe = 'Nothing is sent again until you decide.';
  return moveFrom(context, op, 'NEEDS_USER', message, {
    watch: { ...op.watch, candidates },
    error: { kind: 'conflict', code, message, safe, next: 'openOutbox' },
  });
}

/**
 * The service could not be asked: back to UNCERTAIN, for a growing pause. One that keeps refusing
 * to show what became of it will not be asked for ever.
 */
export async function retryLater(
  context: OutboxContext,
  op: OpRecord,
  error: AppError,
): Promise<Step> {
  const { clock, random } = context.ports;
  if (error.code === REASONS.another) {
    return toPerson(context, op, error.code, error.message, op.watch.candidates);
  }
  const failures = op.watch.failures + 1;
  const mixUps = isMixedUp(error) ? op.watch.mixUps + 1 : 0;
  if (error.code === INCOMPLETE_LIST && op.watch.failures >= LIST_TRIES) {
    const message = `${NO_LIST} ${error.message}`;
    return toPerson(context, op, REASONS.unverifiable, message, op.watch.candidates);
  }
  if (mixUps >= MIX_UPS || (failures >= REFUSED_READS && isRefused(error))) {
    const message = `${UNSEEN} ${error.message}`;
    return toPerson(context, op, REASONS.unverifiable, message, op.watch.candidates);
  }
  const step = await moveFrom(context, op, 'UNCERTAIN', error.message, {
    watch: { ...op.watch, failures, mixUps },
    hold: 'retry',
    holdUntil: clock.now() + backoffMs(random.fraction(), failures),
  });
  return step.is === 'done' ? (backoffFor(error) ?? DONE) : step;
}

export async function moveFrom(
  context: OutboxContext,
  op: OpRecord,
  to: OpState,
  reason: string,
  change: OpChange,
): Promise<Step> {
  const now = context.ports.clock.now();
  return stepOf(
    await context.store.write('outbox.move', {
      id: op.id,
      from: ['VERIFYING'],
      to,
      now,
      reason,
      change,
    }),
  );
}
