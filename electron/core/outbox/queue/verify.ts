import type { AppError } from '../../../../shared/result.ts';
import { jsonMembers } from '../../../../shared/rules/jsonText.ts';
import { sameValue } from '../../../../shared/rules/merge.ts';
import type { OpState } from '../../../../shared/ipc/shapes.ts';
import type { OpChange } from '../store/opStore.ts';
import { isPathPart } from '../../api/url.ts';
import { askWho } from '../../who.ts';
import { absenceOf } from './absence.ts';
import { prove } from '../model/compare.ts';
import type { OutboxContext, Step } from './context.ts';
import {
  ABSENCES,
  AUTOMATIC_POSTS,
  DONE,
  LOOK_AGAIN_MS,
  MIX_UPS,
  isMixedUp,
  backoffFor,
  pauseMs,
} from './context.ts';
import { REQUEST_WINDOW_MS } from './requestWindows.ts';
import { confirmOp, flagOf, stepOf } from './finish.ts';
import type { CompleteList, Lists } from './lists.ts';
import { isSurelyMine, naturalKeyOf } from '../model/matching.ts';
import type { OpRecord, Watch } from '../model/record.ts';
import { decodeOp } from '../model/record.ts';
import { NO_PATH, REASONS } from '../model/remedies.ts';
import { askConflict, reread } from './send.ts';
import { UNKNOWN_BEFORE } from './sendCreate.ts';
import { canaryAnswers, readTarget } from './service.ts';
import {
  CLOCK_SKEW_MS,
  insteadOfReply,
  listFor,
  suspectsIn,
  vanishedSince,
  whoAmI,
} from './suspects.ts';
import type { Suspect } from './suspects.ts';
import { isArchived, readTouched, ruleOf, touchedBy } from '../model/touched.ts';
import type { Touched } from '../model/touched.ts';

/** So many attempts to look, one after the other, may be refused before a person is asked. */
const REFUSED_READS = 3;

/** An answer that is no passing trouble: not for this account, not offered, not understood. */
function isRefused({ kind, status }: AppError): boolean {
  return (
    kind === 'denied' || (status !== undefined && [400, 403, 404, 405, 410, 501].includes(status))
  );
}

/** Finds out what became of a write whose outcome is unknown. Sends nothing that changes anything. */
export async function verifyOp(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  const { does } = ruleOf(op.endpoint);
  const now = context.ports.clock.now();
  // Of a write out of a file nobody knows when it left, nor of one from before the clock was put
  // back: now at the latest.
  const sentAt = Math.min(op.sentAt ?? now, now);
  const windowEndsAt = sentAt + REQUEST_WINDOW_MS;
  const mustWait = does === 'create' || does === 'append';
  if (mustWait && now < windowEndsAt) {
    const change = { hold: 'retry', holdUntil: windowEndsAt, sentAt } as const;
    const reason = 'waits until the request has surely ended';
    return stepOf(await context.store.write('outbox.adjust', { id: op.id, now, reason, change }));
  }
  if (mustWait && !context.requestWindows.isOver(op.id)) return { is: 'rest', ms: LOOK_AGAIN_MS };
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
  if (!who.ok && who.error.kind === 'auth') return retryLater(context, verifying, who.error);
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
  if (reading.is === 'failed') return retryLater(context, op, reading.error);
  if (reading.is === 'gone') {
    if (ruleOf(op.endpoint).does === 'restore') return notYet(context, op);
    return toPerson(context, op, REASONS.gone, 'The record is no longer at the service.', []);
  }
  const proof = prove(op, reading.text);
  switch (proof.is) {
    case 'mine':
      return confirmOp(context, op, 'found at the service', reading.text, {
        flag: flagOf(op, null, reading.text),
      });
    case 'notYet':
      return notYet(context, op);
    case 'conflict':
      return askConflict(context, op, proof.conflicts, reading.text);
  }
}

/**
 * Nothing of it shows, which proves something only once the request has surely ended: one that is
 * applied after its second try would undo what came later.
 */
async function notYet(
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

/** So many requests to delete one record leave without asking a person. */
const MOST_DELETES = 6;
/** Complete lists without a record before a 404 for its id counts as a delete. */
const DELETED_ABSENCES = 2;

/**
 * A 404 for the id alone may be a proxy's or a passing one. It takes what the mirror takes before it
 * lets a record go; short of that the delete is sent again, which changes nothing where it was done.
 */
async function verifyDelete(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  const reading = await readTarget(context, lists, op);
  if (reading.is === 'failed') return retryLater(context, op, reading.error);
  if (reading.is === 'record') {
    // Of a delete that can be taken back that is how it shows; for good is for good.
    const isHidden = ruleOf(op.endpoint).inverse !== 'none';
    if (isHidden && isArchived(jsonMembers(reading.text))) {
      return confirmOp(context, op, 'the service archived it', reading.text);
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
    holdUntil: clock.now() + pauseMs(random.fraction(), op.attempts),
  });
}

async function verifyAppend(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  const reading = await readTarget(context, lists, op);
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

/** The sent fields that a reading shows; those that change by themselves tell nothing. */
function lastingFields(op: OpRecord): Touched[] {
  const { volatile = [] } = ruleOf(op.endpoint);
  return touchedBy(op.endpoint, op.params, op.patch).filter(
    ({ field }) => !volatile.includes(field),
  );
}

function showsAppended(op: OpRecord, reading: string): boolean {
  return lastingFields(op).every(({ field, mine, options }) =>
    sameValue(readTouched(op.endpoint, reading, field), mine, options),
  );
}

function sameReading(op: OpRecord, before: string, now: string): boolean {
  return lastingFields(op).every(({ field, options }) =>
    sameValue(
      readTouched(op.endpoint, before, field),
      readTouched(op.endpoint, now, field),
      options,
    ),
  );
}

async function verifyCreate(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  // Each look needs a list of its own: one that began after the request had surely ended.
  const after = Math.max((op.sentAt ?? 0) + REQUEST_WINDOW_MS, op.updatedAt) - 1;
  const list = await listFor(context, lists, op, after);
  if (!list.ok) return retryLater(context, op, list.error);
  const found = await suspectsIn(context, lists, op, list.value);
  if (!found.ok) return retryLater(context, op, found.error);
  const { isKnown, suspects } = found.value;
  const candidates = suspects.map(({ id }) => id);
  if (!isKnown) {
    const message = candidates.length === 0 ? UNKNOWN_BEFORE : LOOKS_SAME;
    return toPerson(context, op, REASONS.unverifiable, message, candidates);
  }
  if (suspects.length === 0) return noTrace(context, lists, op, list.value);
  const match = await surelyMade(context, op, suspects);
  if (match !== null) return adopt(context, op, match);
  const isAlike = suspects.some(({ isExact }) => isExact);
  const message = isAlike ? LOOKS_SAME : LOOKS_OTHERWISE;
  return toPerson(context, op, REASONS.unverifiable, message, candidates);
}

const LOOKS_SAME = 'The service may have made this record: it holds one that looks the same.';
const LOOKS_OTHERWISE =
  'The service may have made this record: it holds a new one that nobody here made, and that may have been changed since.';
const VANISHED =
  'The service had made a record that may be this one, and it is gone again: somebody deleted it, or it is hidden from you.';

/** The one suspect that needs no person: the same natural key, or all fields, creator and time. */
async function surelyMade(
  context: OutboxContext,
  op: OpRecord,
  suspects: readonly Suspect[],
): Promise<Suspect | null> {
  const [match, ...more] = suspects.filter(({ isExact }) => isExact);
  if (match === undefined || more.length > 0) return null;
  if (naturalKeyOf(op) !== null) return match;
  const window = {
    fromMs: op.createdAt - CLOCK_SKEW_MS,
    toMs: context.ports.clock.now() + CLOCK_SKEW_MS,
  };
  return isSurelyMine(match.text, await whoAmI(context), window) ? match : null;
}

async function adopt(context: OutboxContext, op: OpRecord, { id, text }: Suspect): Promise<Step> {
  // The same registration does not mean that the rest arrived, too.
  const flag = withArchiving(flagOf(op, null, text, true), text);
  const reply = await insteadOfReply(context, op, text);
  const step = await confirmOp(context, op, `found at the service as ${id}`, text, { flag, reply });
  if (step.is === 'done') await reread(context, op.entity, id, op.params);
  return step;
}

/** What is told of a record that was archived before it was recognised. */
function withArchiving(flag: AppError | null, text: string): AppError | null {
  if (!isArchived(jsonMembers(text))) return flag;
  const told = 'Somebody has archived it since.';
  return {
    kind: 'conflict',
    code: 'outbox.flagged',
    safe: 'The write arrived; the record shows what the service holds.',
    next: 'none',
    ...flag,
    message: flag === null ? told : `${flag.message} ${told}`,
  };
}

/** Before the last of the looks counts, it is asked what the mirror saw since. */
async function noTrace(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Step> {
  if (op.watch.absences + 1 >= ABSENCES) {
    const gone = await vanishedSince(context, lists, op, list);
    const candidates = gone.map(({ id }) => id);
    if (gone.length > 0) return toPerson(context, op, REASONS.unverifiable, VANISHED, candidates);
  }
  return absent(context, op, []);
}

/** No trace this time. Three in a row make one second POST; after that a person decides. */
async function absent(context: OutboxContext, op: OpRecord, candidates: string[]): Promise<Step> {
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
function again(context: OutboxContext, op: OpRecord, reason: string, watch: Watch): Promise<Step> {
  return moveFrom(context, op, 'QUEUED', reason, {
    watch: { ...watch, failures: 0 },
    hold: null,
    holdUntil: null,
  });
}

function toPerson(
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
async function retryLater(context: OutboxContext, op: OpRecord, error: AppError): Promise<Step> {
  const { clock, random } = context.ports;
  const failures = op.watch.failures + 1;
  const mixUps = isMixedUp(error) ? op.watch.mixUps + 1 : 0;
  if (mixUps >= MIX_UPS || (failures >= REFUSED_READS && isRefused(error))) {
    const message = `What became of it can't be seen. ${error.message}`;
    return toPerson(context, op, REASONS.unverifiable, message, op.watch.candidates);
  }
  const step = await moveFrom(context, op, 'UNCERTAIN', error.message, {
    watch: { ...op.watch, failures, mixUps },
    hold: 'retry',
    holdUntil: clock.now() + pauseMs(random.fraction(), failures),
  });
  return step.is === 'done' ? (backoffFor(error) ?? DONE) : step;
}

async function moveFrom(
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
