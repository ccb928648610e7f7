import type { FieldConflict } from '../../../../shared/ipc/shapes.ts';
import type { AppError } from '../../../../shared/result.ts';
import { fieldNames } from '../../../../shared/rules/fieldNames.ts';
import type { OpChange } from '../store/opStore.ts';
import { ABSENCES, INCOMPLETE_LIST, MIX_UPS, isMixedUp, backoffFor } from './context.ts';
import type { OutboxContext, Step } from './context.ts';
import { backoffMs } from './queueBackoff.ts';
import { stepOf, waitingIntent } from './finish.ts';
import type { OpRecord, Watch } from '../model/record.ts';
import { GONE, REASONS, isForPerson } from '../model/remedies.ts';

/** Where a write goes that waits, or that is being sent. */

export async function backToSignIn(
  context: OutboxContext,
  op: OpRecord,
  change: Pick<OpChange, 'attempts' | 'lastStatus'>,
): Promise<Step> {
  const why = 'the service wants a new sign-in';
  const step = await backToQueue(context, op, why, { ...change, watch: op.watch }, null);
  return step.is === 'done' ? { is: 'backoff', why: 'signIn', ms: null } : step;
}

export async function backToQueue(
  context: OutboxContext,
  op: OpRecord,
  reason: string,
  change: OpChange,
  ms: number | null,
): Promise<Step> {
  const now = context.ports.clock.now();
  const moved = await context.store.write('outbox.move', {
    id: op.id,
    from: ['SENDING'],
    to: 'QUEUED',
    now,
    reason,
    change: {
      ...change,
      hold: ms === null ? null : 'retry',
      holdUntil: ms === null ? null : now + ms,
    },
  });
  return stepOf(moved);
}

/** So many readings of a list before a write leaves, one after the other, may prove nothing. */
const LIST_TRIES = 5;

/** Whether no list of the service proves to be complete, as far as this write has tried. */
export function isHopeless({ watch }: OpRecord, { code }: AppError): boolean {
  return code === INCOMPLETE_LIST && watch.failures >= LIST_TRIES;
}

/** A read before sending failed: the whole queue pauses, or only this op does. */
export async function readFailed(
  context: OutboxContext,
  op: OpRecord,
  error: AppError,
): Promise<Step> {
  const backoff = backoffFor(error);
  if (backoff !== null) return backoff;
  if (isForPerson(error)) return ask(context, op, error.code, error.message, { error });
  if (isHopeless(op, error)) return ask(context, op, REASONS.unverifiable, error.message);
  const failures = op.watch.failures + 1;
  const mixUps = isMixedUp(error) ? op.watch.mixUps + 1 : 0;
  if (mixUps >= MIX_UPS) {
    const watch = { ...op.watch, mixUps: 0 };
    return ask(context, op, error.code, error.message, { error, watch });
  }
  return later(context, op, error.message, { ...op.watch, failures, mixUps });
}

/** Lets this op alone back off; its lane waits, the others go on. */
async function later(
  context: OutboxContext,
  op: OpRecord,
  reason: string,
  watch: Watch,
): Promise<Step> {
  const { clock, random } = context.ports;
  const now = clock.now();
  const holdUntil = now + backoffMs(random.fraction(), watch.failures);
  const change = { hold: 'retry', holdUntil, watch } as const;
  const input = { id: op.id, now, expect: waitingIntent(op), reason, change };
  return stepOf(await context.store.write('outbox.adjust', input));
}

/** Asks a person before anything is sent. */
export async function ask(
  context: OutboxContext,
  op: OpRecord,
  code: string,
  message: string,
  change: OpChange = {},
): Promise<Step> {
  const safe = 'Nothing was sent; the write is kept.';
  const moved = await context.store.write('outbox.move', {
    id: op.id,
    from: ['QUEUED'],
    to: 'NEEDS_USER',
    now: context.ports.clock.now(),
    // What a person changed during the reading is looked at for itself.
    expect: waitingIntent(op),
    reason: message,
    change: { error: { kind: 'conflict', code, message, safe, next: 'openOutbox' }, ...change },
  });
  return stepOf(moved);
}

/** Stores what the service holds now, and asks which value each disputed field takes. */
export async function askConflict(
  context: OutboxContext,
  op: OpRecord,
  conflicts: FieldConflict[],
  theirs: string,
  /** Whether what is there was read out of a list. */
  isRow = false,
): Promise<Step> {
  const { store, ports } = context;
  const now = ports.clock.now();
  const fields = fieldNames(
    op.endpoint,
    conflicts.map(({ field }) => field),
  );
  const moved = await store.write('outbox.move', {
    id: op.id,
    from: ['QUEUED', 'VERIFYING'],
    to: 'NEEDS_USER',
    now,
    expect: waitingIntent(op),
    reason: `changed on both sides: ${fields}`,
    change: {
      conflicts,
      error: {
        kind: 'conflict',
        code: REASONS.conflict,
        message: `The same was changed meanwhile: ${fields}.`,
        safe: 'Both values are kept until you choose.',
        next: 'openOutbox',
      },
    },
  });
  if (!moved.ok || moved.value === null) return stepOf(moved);
  const stored = { entity: op.entity, id: op.targetId, text: theirs, isRow, readAt: now, now };
  return stepOf(await store.write('outbox.reread', stored));
}

/**
 * The record of a change is not there by its id. A 404 may pass, as while a service is set up anew: it is
 * read three times before a person is asked.
 */
export async function notThere(context: OutboxContext, op: OpRecord): Promise<Step> {
  const absences = op.watch.absences + 1;
  if (absences >= ABSENCES) return ask(context, op, REASONS.gone, GONE);
  const watch = { ...op.watch, absences, failures: 0 };
  return later(context, op, `not found, ${absences} of ${ABSENCES}`, watch);
}
