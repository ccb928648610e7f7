import { isPathPart } from '../../api/url.ts';
import { askWho } from '../../who.ts';
import { readAppended, sameReading, showsAppended } from './appended.ts';
import { prove } from '../model/compare.ts';
import { decodeOp } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { NO_PATH, REASONS } from '../model/remedies.ts';
import { ruleOf } from '../model/rule.ts';
import { readAgain } from './changed.ts';
import { DONE, LOOK_AGAIN_MS, couldNotBeAsked } from './context.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp, flagOf, stepOf } from './finish.ts';
import { leftEarlier } from './leftEarlier.ts';
import type { Lists } from './lists.ts';
import { askConflict } from './sending.ts';
import { readTarget } from './service.ts';
import { REQUEST_WINDOW_MS } from './requestWindows.ts';
import { verifyCreate } from './verifyCreate.ts';
import { verifyDelete } from './verifyDelete.ts';
import { absent, again, moveFrom, retryLater, notYet, toPerson } from './verifying.ts';

/** Finds out what became of a write whose outcome is unknown. Sends nothing that changes anything. */
export async function verifyOp(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  const { does } = ruleOf(op.endpoint);
  const now = context.ports.clock.now();
  // Of a write out of a file nobody knows when it left, nor of one from before the clock was put
  // back: now at the latest.
  const sentAt = Math.min(op.sentAt ?? now, now);
  const windowEndsAt = sentAt + REQUEST_WINDOW_MS;
  // One that was answered has ended, whatever it was answered with.
  const mustWait = (does === 'create' || does === 'append') && op.watch.named === null;
  if (mustWait && now < windowEndsAt) {
    const change = { hold: 'retry', holdUntil: windowEndsAt, sentAt } as const;
    const reason = 'waits until the request has surely ended';
    return stepOf(await context.store.write('outbox.adjust', { id: op.id, now, reason, change }));
  }
  if (mustWait && !context.requestWindows.isOver(op.id))
    return { is: 'backOff', ms: LOOK_AGAIN_MS };
  const begun = await context.store.write('outbox.move', {
    id: op.id,
    from: ['UNCERTAIN'],
    to: 'VERIFYING',
    now,
    reason: 'is being verified',
    change: { hold: null, holdUntil: null, sentAt },
  });
  if (!begun.ok) return stepOf(begun);
  const verifying = begun.value === null ? null : decodeOp(begun.value);
  if (verifying === null) return DONE;
  if (!Object.values(op.params).every(isPathPart)) {
    return moveFrom(context, verifying, 'NEEDS_USER', NO_PATH.message, { error: NO_PATH });
  }
  // What a stranger's session shows proves nothing of this account's writes.
  const who = await askWho(context.api, context.signal);
  if (!who.ok && couldNotBeAsked(who.error)) return retryLater(context, verifying, who.error);
  switch (does) {
    case 'create':
      return verifyCreate(context, lists, verifying);
    case 'append':
      return verifyAppend(context, lists, verifying);
    case 'delete':
      return verifyDelete(context, lists, verifying);
    case 'update':
    case 'archive':
    case 'restore':
    case 'assign':
    case 'unassign':
      return verifyChange(context, lists, verifying);
  }
}

async function verifyChange(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  const reading = await readTarget(context, lists, op);
  if (op.watch.named !== null) return readAgain(context, op, reading);
  if (reading.is === 'failed') return retryLater(context, op, reading.error);
  if (reading.is === 'gone') {
    if (ruleOf(op.endpoint).does === 'restore') return notYet(context, op);
    // Given up before its request has ended, it could arrive after what the person does next.
    const watch = { ...op.watch, absences: op.watch.absences + 1 };
    return notYet(context, op, () => again(context, op, 'its record is not found', watch));
  }
  const proof = prove(op, reading.text, await leftEarlier(context, op));
  switch (proof.is) {
    case 'mine':
      return confirmOp(context, op, 'found at the service', reading.text, {
        flag: flagOf(op, null, reading.text),
      });
    case 'notYet':
      return notYet(
        context,
        op,
        isOnlySaid(op)
          ? () => toPerson(context, op, REASONS.unverifiable, ONLY_SAID, [])
          : undefined,
      );
    case 'conflict':
      return notYet(context, op, () => askConflict(context, op, proof.conflicts, reading.text));
  }
}

/** So many requests for one change may be answered as done, and not be done, before a person is asked. */
const MOST_SAID = 6;
const ONLY_SAID = 'The service answers each time as if it had done it, and shows that it has not.';

/** A success that is none, again and again: as a refusal that a service tells with 200. */
function isOnlySaid({ attempts, lastStatus }: OpRecord): boolean {
  return attempts >= MOST_SAID && lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
}

async function verifyAppend(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  const reading = await readTarget(context, lists, op);
  if (op.watch.named !== null) return readAppended(context, op, reading);
  if (reading.is === 'failed') return retryLater(context, op, reading.error);
  const before = op.watch.readBefore ?? '{}';
  const now = reading.is === 'record' ? reading.text : '{}';
  const wasMine = showsAppended(op, before);
  if (showsAppended(op, now) && !wasMine) {
    return confirmOp(context, op, 'found at the service', null);
  }
  // The reading moves by itself, or already was so: it proves nothing either way.
  if (wasMine || !sameReading(op, before, now)) {
    return toPerson(
      context,
      op,
      REASONS.unverifiable,
      'Whether it arrived can not be told from what the service shows now.',
      [],
    );
  }
  return absent(context, op, []);
}
