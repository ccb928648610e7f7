import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { OutboxContext, Step } from './context.ts';
import { stepOf } from './finish.ts';
import type { CompleteList, Lists } from './lists.ts';
import { looksAlike } from '../model/matching.ts';
import type { OpRecord } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import { transmit } from './send.ts';
import type { BeforeCreate } from './send.ts';
import { ask, isHopeless, readFailed } from './sending.ts';
import {
  MUCH_ALIKE,
  keepBaseline,
  listFor,
  madeSince,
  stillThere,
  suspectsIn,
} from './suspects.ts';
import type { Suspect } from './suspects.ts';
import { mayHaveCopy } from './untouched.ts';

/** How often a create looks whether its duplicate is settled. */
const DUPLICATE_BACKOFF_MS = 15_000;
const SUSPECTED = 'It may have arrived already: the service holds a new record that may be it.';
const MADE_SINCE =
  'The service holds a record that looks the same, made since this write was: somebody else may have made it, or this write did, before the files of this computer were put back.';
/** Asks about a create of which nobody knows what was there before its first request. */
export const UNKNOWN_BEFORE =
  'Whether it arrived can not be told: what the service held before it was sent is not known here.';

const UNPROVED =
  'It was refused once, and no list of the service proves to be complete: whether it arrived all the same can not be told.';

/** Sends a create, with the ids of everything that was there before. */
export async function sendCreate(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Step> {
  const duplicate = await context.store.read('outbox.duplicateOf', { id: op.id });
  // Two wanted duplicates are sent one after the other, so that each can be recognised.
  if (duplicate !== null) return waitForDuplicate(context, op);
  // Only where the outcome of a request was ever unknown can a record of it be there already.
  if (await context.store.read('outbox.inDoubt', { id: op.id })) {
    return sendCreateAgain(context, lists, op);
  }
  const wasRefused = mayHaveCopy(op) || (op.lastStatus !== null && op.watch.baseline !== null);
  const list = await listFor(context, lists, op, wasRefused ? op.updatedAt : undefined);
  if (list.ok) {
    return wasRefused
      ? sendRefused(context, lists, op, list.value)
      : sendFirst(context, lists, op, list.value);
  }
  if (!isHopeless(op, list.error)) return readFailed(context, op, list.error);
  const { baseline, sendAnyway } = op.watch;
  // Where no list ever proves itself it is sent once; if its outcome is unknown, a person is asked.
  if (wasRefused && !sendAnyway) return ask(context, op, REASONS.unverifiable, UNPROVED);
  const known = { baseline: wasRefused ? baseline : null, sendAnyway: false };
  return transmit(context, op, op.patch, null, { ...op.watch, ...known });
}

/** Sends a create that never left, as far as its files tell, unless it seems to be there. */
async function sendFirst(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Step> {
  const made = await madeSince(context, lists, op, list);
  if (made.length === 0) return sendFrom(context, lists, op, list);
  return askWhich(
    context,
    op,
    made.map(({ id }) => id),
    MADE_SINCE,
  );
}

/** Sends a create with the ids of a whole list as what was there before. */
async function sendFrom(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Step> {
  const baseline = await keepBaseline(context, lists, list);
  if (!baseline.ok) return stepOf(baseline);
  const watch = {
    ...op.watch,
    baseline: baseline.value,
    latestBaseline: null,
    sendAnyway: false,
    absences: 0,
    failures: 0,
  };
  return transmit(context, op, op.patch, null, watch, before(context, lists, list));
}

/**
 * Sends a create that was refused before, as for a session that had ended. Something on the way may
 * have sent it twice, so that one was done and the other one refused: what was there before the first
 * request stays what is compared with, and a new record that is the same asks.
 */
async function sendRefused(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Step> {
  const found = await suspectsIn(context, lists, op, list);
  if (!found.ok) return readFailed(context, op, found.error);
  const { isKnown, suspects } = found.value;
  const copies = madeByCopy(suspects, op, context.ports.clock.now());
  if (copies.length > 0) return askWhich(context, op, copies);
  if (isKnown) return sendAgain(context, lists, op, list);
  if (op.watch.sendAnyway) return sendFrom(context, lists, op, list);
  return ask(context, op, REASONS.unverifiable, UNKNOWN_BEFORE);
}

function askWhich(
  context: OutboxContext,
  op: OpRecord,
  candidates: string[],
  message = SUSPECTED,
): Promise<Step> {
  const watch = { ...op.watch, candidates };
  return ask(context, op, REASONS.unverifiable, message, { watch });
}

/** A second request leaves only while nothing is there that the one before it may have made. */
async function sendCreateAgain(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  // The request before this one may have been applied since it was last looked for.
  const list = await listFor(context, lists, op, op.updatedAt);
  if (!list.ok) {
    // A person sends it again all the same: what was there before its first request is still known, or not.
    const isMeant = op.watch.sendAnyway && isHopeless(op, list.error);
    if (!isMeant) return readFailed(context, op, list.error);
    const watch = {
      ...op.watch,
      latestBaseline: null,
      sendAnyway: false,
      absences: 0,
      failures: 0,
    };
    return transmit(context, op, op.patch, null, watch);
  }
  const found = await suspectsIn(context, lists, op, list.value);
  if (!found.ok) return readFailed(context, op, found.error);
  const { isKnown, suspects } = found.value;
  const candidates = suspects.map(({ id }) => id);
  if (candidates.length > 0) return askWhich(context, op, candidates);
  if (isKnown) return sendAgain(context, lists, op, list.value);
  if (op.watch.sendAnyway) return sendFrom(context, lists, op, list.value);
  return ask(context, op, REASONS.unverifiable, UNKNOWN_BEFORE);
}

/** Sends a create once more; it is looked for among what is new since its first request. */
async function sendAgain(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Step> {
  const baseline = await stillThere(context, lists, op, list);
  if (!baseline.ok) return stepOf(baseline);
  // What another create of this desk made meanwhile may be gone by now, and its id be given again.
  const latest = await keepWhole(context, lists, list);
  if (!latest.ok) return stepOf(latest);
  const watch = {
    ...op.watch,
    ...{ baseline: baseline.value, latestBaseline: latest.value },
    ...{ sendAnyway: false, absences: 0, failures: 0 },
  };
  return transmit(context, op, op.patch, null, watch, before(context, lists, list));
}

function before(context: OutboxContext, lists: Lists, { rows }: CompleteList): BeforeCreate {
  return { there: rows, isUnmade: (sending) => isUnmade(context, lists, sending) };
}

/** Whether a create that was answered with 401 may leave once more with the renewed session. */
async function isUnmade(context: OutboxContext, lists: Lists, op: OpRecord): Promise<boolean> {
  const now = context.ports.clock.now();
  const list = await listFor(context, lists, op, now);
  const found = list.ok ? await suspectsIn(context, lists, op, list.value) : list;
  return found.ok && found.value.isKnown && madeByCopy(found.value.suspects, op, now).length === 0;
}

/** So soon after a refusal hardly anybody else has made a record that is much the same, ms. */
const SOON_MS = 60_000;

/**
 * The records that a copy of a refused request may have made. Most likely it made none, and others make records,
 * too: those that are the same, also as what was sent before a person changed it, and soon after it those that
 * somebody may have changed since.
 */
function madeByCopy(
  suspects: readonly Suspect[],
  { endpoint, sentAt, watch }: OpRecord,
  now: number,
): string[] {
  const isSoon = sentAt !== null && now - sentAt < SOON_MS;
  const sentBefore = watch.leftBefore === null ? null : { endpoint, patch: watch.leftBefore };
  const isCopy = ({ text, likeness }: Suspect): boolean =>
    (isSoon && likeness > MUCH_ALIKE) || (sentBefore !== null && looksAlike(sentBefore, text));
  return suspects
    .filter((suspect) => suspect.isAlike || (!suspect.isGivenAgain && isCopy(suspect)))
    .map(({ id }) => id);
}

/** Keeps the ids of a list; null where it may lack what is archived, which would look gone. */
async function keepWhole(
  context: OutboxContext,
  lists: Lists,
  list: CompleteList,
): Promise<Result<string | null>> {
  return list.withoutArchived === null ? keepBaseline(context, lists, list) : ok(null);
}

/** Written down once, however long the other one takes. */
async function waitForDuplicate(context: OutboxContext, op: OpRecord): Promise<Step> {
  const backOff: Step = { is: 'backOff', ms: DUPLICATE_BACKOFF_MS };
  if (op.hold === 'op') return backOff;
  const now = context.ports.clock.now();
  const change = { hold: 'op', holdUntil: null } as const;
  const reason = 'waits for the duplicate that is not settled yet';
  const step = stepOf(
    await context.store.write('outbox.adjust', { id: op.id, now, reason, change }),
  );
  return step.is === 'done' ? backOff : step;
}
