import type { AppError } from '../../../../shared/result.ts';
import { endpoint } from '../../../../shared/api/catalogue.ts';
import { methodOf } from '../../../../shared/api/endpoint.ts';
import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import type { MutationOutcome } from '../../api/types.ts';
import { decide, emptiedIn } from '../model/compare.ts';
import { appended, sameReading, showsAppended } from './appended.ts';
import { believed } from './believed.ts';
import { changed } from './changed.ts';
import { SESSION_ENDED, isUntouched, mayHaveCopy } from './untouched.ts';
import type { OutboxContext, Step } from './context.ts';
import { DONE, LOOK_AGAIN_MS, OLD_MS, RATE_LIMIT_MS } from './context.ts';
import { created } from './created.ts';
import { deleted } from './deleted.ts';
import { leftEarlier } from './leftEarlier.ts';
import { backoffMs } from './queueBackoff.ts';
import { REQUEST_WINDOW_MS } from './requestWindows.ts';
import { confirmOp, stepOf } from './finish.ts';
import { listedText } from './absence.ts';
import {
  ask,
  askConflict,
  backToQueue,
  backToSignIn,
  isHopeless,
  notThere,
  readFailed,
} from './sending.ts';
import type { Lists } from './lists.ts';
import { payloadOf } from '../../api/payload.ts';
import { decodeOp, type OpRecord, type Watch } from '../model/record.ts';
import { OCCUPIED, OLD, REASONS } from '../model/remedies.ts';
import { canaryAnswers, readRecord, readTarget } from './service.ts';
import { ruleOf } from '../model/rule.ts';

/** Sends a change after the fresh reading, where that leaves anything to send. */
export async function sendChange(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Step> {
  const { does } = ruleOf(op.endpoint);
  let fresh = await readTarget(context, lists, op);
  let isRow = false;
  // A person sends it all the same: what a list shows of it is compared with what they saw.
  if (fresh.is === 'gone' && does !== 'restore' && op.watch.sendAnyway) {
    const listed = await listedText(context, lists, op);
    if (!listed.ok) return sendUnproved(context, op, listed.error);
    isRow = listed.value !== null;
    if (listed.value !== null) fresh = { is: 'record', text: listed.value };
  }
  if (fresh.is === 'failed') return sendUnproved(context, op, fresh.error);
  if (fresh.is === 'gone') {
    // A soft delete hides the record until it is restored.
    if (does !== 'restore' && !op.watch.sendAnyway) return notThere(context, op);
    return sendUncompared(context, op);
  }
  const watch: Watch = { ...op.watch, failures: 0, absences: 0, sendAnyway: false };
  const decision = decide(op, fresh.text, await leftEarlier(context, op));
  switch (decision.is) {
    case 'already':
      return confirmOp(context, op, 'the service already has it', fresh.text, { isRow });
    case 'conflict':
      return askConflict(context, op, decision.conflicts, fresh.text, isRow);
    case 'send': {
      const asks = await wouldPutOut(context, op);
      if (asks !== null) return asks;
      watch.shown = emptiedIn(op, fresh.text);
      // What a row leaves out would look changed beside the write.
      return transmit(context, op, decision.body, isRow ? null : fresh.text, watch);
    }
  }
}

/** A reading that failed; what a person sends all the same leaves at last where nothing lets it be compared. */
function sendUnproved(context: OutboxContext, op: OpRecord, error: AppError): Promise<Step> {
  const isMeant = op.watch.sendAnyway && isHopeless(op, error);
  if (!isMeant) return readFailed(context, op, error);
  return sendUncompared(context, op);
}

/** Sends a change as it is: no reading shows its record. */
function sendUncompared(context: OutboxContext, op: OpRecord): Promise<Step> {
  return transmit(context, op, op.patch, null, { ...op.watch, failures: 0, sendAnyway: false });
}

/**
 * Before an assignment: whether somebody else's would be ended by it that its author did not see. Null where it
 * may be sent. Whoever is asked about one has seen it, and sends theirs all the same, or gives it up.
 */
async function wouldPutOut(context: OutboxContext, op: OpRecord): Promise<Step | null> {
  const { does, link } = ruleOf(op.endpoint);
  if (does !== 'assign' || link?.back === undefined || op.also === null) return null;
  const other = await readRecord(context, op.also.entity, op.also.id, op.params);
  if (other?.is === 'failed') {
    return other.error.kind === 'denied' ? null : readFailed(context, op, other.error);
  }
  if (other?.is !== 'record') return null;
  const now = referenceId(jsonMember(other.text, link.back));
  const { occupants } = op.watch;
  if (now === null || now === op.targetId || occupants.includes(now)) return null;
  const watch = { ...op.watch, occupants: [...occupants, now] };
  return ask(context, op, REASONS.occupied, OCCUPIED, { watch });
}

const OTHER_READING =
  'It was refused once, and the reading has changed since: it may have arrived all the same, or somebody else made an entry.';
const SAME_READING =
  'It was refused once, and the reading was the same before: whether it arrived all the same can not be told.';

/** Sends an entry with the reading as it was before. */
export async function sendAppend(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Step> {
  const fresh = await readTarget(context, lists, op);
  if (fresh.is === 'failed') return readFailed(context, op, fresh.error);
  const now = fresh.is === 'gone' ? '{}' : fresh.text;
  const { readBefore, sendAnyway } = op.watch;
  if (mayHaveCopy(op) && !sendAnyway && readBefore !== null) {
    const isOther = !sameReading(op, readBefore, now);
    const isShown = showsAppended(op, now);
    if (isOther && isShown) return confirmOp(context, op, 'the service already has it', null);
    if (isOther || isShown) {
      return ask(context, op, REASONS.unverifiable, isOther ? OTHER_READING : SAME_READING);
    }
  }
  const watch = { ...op.watch, readBefore: now, absences: 0, sendAnyway: false };
  return transmit(context, op, op.patch, null, watch);
}

/** What a create is sent with. */
export interface BeforeCreate {
  /** Ids that the list held. */
  there: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the list shows now that no copy of its request has made a record. */
  isUnmade: (sending: OpRecord) => Promise<boolean>;
}

/** SENDING on disk, then one request, then its outcome on disk. */
export async function transmit(
  context: OutboxContext,
  op: OpRecord,
  body: string,
  before: string | null,
  watch: Watch,
  /** What is known of the list just before a create. */
  create: BeforeCreate | null = null,
): Promise<Step> {
  const { store, ports } = context;
  if (!context.connection.maySend()) return { is: 'backoff', why: 'offline', ms: null };
  const sentAt = ports.clock.now();
  // Asked last: the reading may have taken long, and what it shows decides for some without a send.
  if (sentAt - Math.max(op.createdAt, op.watch.approvedAt ?? 0) > OLD_MS) {
    return ask(context, op, REASONS.old, OLD);
  }
  const begun = await store.write('outbox.move', {
    id: op.id,
    from: ['QUEUED'],
    to: 'SENDING',
    now: sentAt,
    reason: 'is being sent',
    expect: { patch: op.patch, params: op.params },
    alone: ruleOf(op.endpoint).does === 'create',
    change: {
      ...{ attempts: op.attempts + 1, sentAt, hold: null, holdUntil: null, error: null },
      watch: { ...watch, mixUps: 0, named: null },
    },
  });
  if (!begun.ok) return stepOf(begun);
  const columns = begun.value;
  const sending = columns === null ? null : decodeOp(columns);
  if (sending === null) return DONE;
  context.requestWindows.left(op.id);
  const answered = await context.api.mutate(op.endpoint, {
    params: op.params,
    signal: context.signal,
    // Renewing a session takes a while, in which others act; and what was refused may have been done all
    // the same, by a copy that something on the way made. So it goes back to the queue, and its record is read
    // anew before it leaves again. Of two refusals in a row the second one is met at once, after a short look.
    mayRepeat: async () =>
      wasJustRefused(op, sentAt) &&
      (create === null ? isUntouched(context, sending, before) : create.isUnmade(sending)),
    ...(methodOf(endpoint(op.endpoint)) === 'DELETE' ? {} : { bodyText: body }),
  });
  const outcome = await believed(context, sending, answered, create?.there ?? null);
  // Who is signed in was asked first, and a token may have been renewed: it may have left only just now.
  if (outcome.is === 'uncertain') context.requestWindows.left(op.id);
  else context.requestWindows.ended(op.id);
  const sent = { ...sending, watch: { ...sending.watch, sendAnyway: isStillMeant(op, outcome) } };
  return recordOutcome(context, sent, outcome, before);
}

/**
 * Whether a person's word to send it all the same lasts: until a request may have arrived. A copy of a create
 * or an entry that was refused may be there, and is looked for first.
 */
function isStillMeant({ endpoint: name, watch }: OpRecord, outcome: MutationOutcome): boolean {
  if (!watch.sendAnyway) return false;
  const { does } = ruleOf(name);
  const mayRepeat = does !== 'create' && does !== 'append';
  switch (outcome.is) {
    case 'notSent':
      return mayRepeat || !outcome.wasRefused;
    case 'renewed':
    case 'signIn':
    case 'rateLimited':
      return mayRepeat;
    case 'applied':
    case 'rejected':
    case 'uncertain':
      return false;
  }
}

/** Of two refusals in a row the second one is met by a new sign-in, else both would go on for ever. */
const JUST_REFUSED_MS = 60_000;

function wasJustRefused({ endpoint: name, lastStatus, updatedAt }: OpRecord, now: number): boolean {
  if (lastStatus !== SESSION_ENDED) return false;
  return ruleOf(name).does === 'create' || now - updatedAt < JUST_REFUSED_MS;
}

async function recordOutcome(
  context: OutboxContext,
  op: OpRecord,
  outcome: MutationOutcome,
  before: string | null,
): Promise<Step> {
  const { clock, random } = context.ports;
  switch (outcome.is) {
    case 'applied':
      return applied(context, op, payloadOf(outcome.reply), outcome.reply.status, before);
    case 'notSent': {
      const watch = { ...op.watch, failures: op.watch.failures + 1 };
      const ms = backoffMs(random.fraction(), watch.failures);
      const lastStatus = outcome.wasRefused ? SESSION_ENDED : op.lastStatus;
      const change = { watch, attempts: op.attempts - 1, lastStatus };
      const step = await backToQueue(context, op, outcome.detail, change, ms);
      return step.is === 'done' ? { is: 'backoff', why: 'offline', ms: null } : step;
    }
    case 'renewed': {
      // Of a create a copy may be there, and is looked for as after any other request.
      const isCreate = ruleOf(op.endpoint).does === 'create';
      const attempts = isCreate ? op.attempts : op.attempts - 1;
      const change = { attempts, lastStatus: SESSION_ENDED, watch: op.watch };
      return backToQueue(context, op, 'the session had ended, and was renewed', change, null);
    }
    case 'signIn':
      return outcome.wasRefused
        ? backToSignIn(context, op, { lastStatus: SESSION_ENDED })
        : // It never left.
          backToSignIn(context, op, { attempts: op.attempts - 1 });
    case 'rateLimited': {
      const ms = Math.min(RATE_LIMIT_MS, Math.max(0, outcome.waitMs));
      const moved = await context.store.write('outbox.move', {
        id: op.id,
        from: ['SENDING'],
        to: 'QUEUED',
        now: clock.now(),
        reason: 'the service asked to wait',
        change: {
          hold: 'rateLimit',
          holdUntil: clock.now() + ms,
          ...{ attempts: op.attempts - 1, lastStatus: outcome.status },
          watch: { ...op.watch, refusals: op.watch.refusals + 1 },
        },
      });
      return moved.ok ? { is: 'backoff', why: 'rateLimit', ms } : stepOf(moved);
    }
    case 'rejected':
      return rejected(context, op, outcome);
    case 'uncertain': {
      // A create may be applied late; a state that was set can be read at once.
      const { does } = ruleOf(op.endpoint);
      const waits = does === 'create' || does === 'append';
      const ms = waits ? REQUEST_WINDOW_MS : backoffMs(random.fraction(), op.watch.failures);
      const moved = await context.store.write('outbox.move', {
        id: op.id,
        from: ['SENDING'],
        to: 'UNCERTAIN',
        now: clock.now(),
        reason: outcome.detail,
        change: {
          hold: 'retry',
          holdUntil: clock.now() + ms,
          lastStatus: outcome.status,
          lastBody: outcome.body,
        },
      });
      return stepOf(moved);
    }
  }
}

async function applied(
  context: OutboxContext,
  op: OpRecord,
  payload: string,
  status: number,
  before: string | null,
): Promise<Step> {
  const { does } = ruleOf(op.endpoint);
  if (does === 'delete') return deleted(context, op, status);
  if (does === 'append') return appended(context, op, status);
  if (does === 'create') return created(context, op, payload, status);
  return changed(context, op, payload, status, before);
}

/** Reads a record again after a confirmed write; a failure is made up for by the next scan. */
export async function reread(
  context: OutboxContext,
  entity: OpRecord['entity'],
  id: string,
  params: Record<string, string>,
): Promise<void> {
  const { clock } = context.ports;
  const readAt = clock.now();
  const reading = await readRecord(context, entity, id, params);
  if (reading?.is !== 'record') return;
  const { text } = reading;
  await context.store.write('outbox.reread', { entity, id, text, readAt, now: clock.now() });
}

/** Somebody, or something, has the record locked at the service. */
const LOCKED = 423;
/** So many requests that meet a lock, before a person is asked, and the time between two of them. */
const MOST_LOCKED = 4;
const LOCKED_MS = 30_000;

/** So many answers that a record is not there, which can be read all the same, before that is a refusal. */
const MOST_NOT_FOUND = 3;

async function rejected(
  context: OutboxContext,
  op: OpRecord,
  outcome: Extract<MutationOutcome, { is: 'rejected' }>,
): Promise<Step> {
  const { does } = ruleOf(op.endpoint);
  const now = context.ports.clock.now();
  const gone = outcome.status === 404 || outcome.status === 410;
  if (gone && does === 'delete') {
    const moved = await context.store.write('outbox.move', {
      id: op.id,
      from: ['SENDING'],
      to: 'UNCERTAIN',
      now,
      reason: 'the service says that it does not have it; that is checked first',
      change: { lastStatus: outcome.status, lastBody: outcome.body, hold: null, holdUntil: null },
    });
    return stepOf(moved);
  }
  if (outcome.status === 403 && (await canaryAnswers(context)) === false) {
    return backToSignIn(context, op, { lastStatus: outcome.status });
  }
  // One reading, or one answer on the way, proves nothing: the record is read before it is asked about.
  if (gone && does !== 'create' && does !== 'append' && op.attempts < MOST_NOT_FOUND) {
    const change = { watch: { ...op.watch, failures: 0 }, lastStatus: outcome.status };
    const ms = op.attempts > 1 ? LOOK_AGAIN_MS : null;
    return backToQueue(context, op, 'the service does not find the record', change, ms);
  }
  const { error, status, body } = outcome;
  // A lock is let go of. What was refused may have been done by a copy: it is looked at before the next request.
  if (status === LOCKED && op.attempts < MOST_LOCKED) {
    const watch = { ...op.watch, failures: 0, refusals: op.watch.refusals + 1 };
    return backToQueue(context, op, error.message, { watch, lastStatus: status }, LOCKED_MS);
  }
  return stepOf(
    await context.store.write('outbox.reject', { id: op.id, now, error, status, body }),
  );
}
