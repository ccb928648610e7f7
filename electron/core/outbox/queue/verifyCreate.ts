import type { AppError } from '../../../../shared/result.ts';
import { isNamed, isSurelyMine, naturalKeyOf } from '../model/matching.ts';
import type { OpRecord } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import { isArchivedText } from '../../../../shared/rules/archived.ts';
import { ABSENCES } from './context.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp, flagOf } from './finish.ts';
import type { CompleteList, Lists } from './lists.ts';
import { reread } from './send.ts';
import { UNKNOWN_BEFORE } from './sendCreate.ts';
import { readRecord } from './service.ts';
import { REQUEST_WINDOW_MS } from './requestWindows.ts';
import {
  CLOCK_SKEW_MS,
  insteadOfReply,
  isInSight,
  listFor,
  suspectsIn,
  vanishedSince,
  whoAmI,
} from './suspects.ts';
import type { Suspect } from './suspects.ts';
import { absent, moveFrom, retryLater, toPerson } from './verifying.ts';

/** Looks for the record that a create made, among all that are new since. */
export async function verifyCreate(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
): Promise<Step> {
  const { named } = op.watch;
  const answer = named === null ? null : await readRecord(context, op.entity, named, op.params);
  if (named !== null && answer?.is === 'record' && isNamed(op, answer.text)) {
    const { entity, seq, id: opId } = op;
    const taken = await context.store.read('outbox.taken', { entity, ids: [named], seq, opId });
    if (taken.length === 0) return adopt(context, op, { id: named, text: answer.text });
  }
  // Each look needs a list of its own: one that began after the request had surely ended.
  const endedAt = named === null ? (op.sentAt ?? 0) + REQUEST_WINDOW_MS : 0;
  const after = Math.max(endedAt, op.updatedAt) - 1;
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
  const answered = suspects.find(({ id, text }) => id === named && isNamed(op, text));
  if (answered !== undefined) return adopt(context, op, answered);
  if (suspects.length === 0) return noTrace(context, lists, op, list.value);
  const match = await surelyMade(context, op, suspects);
  if (match !== null) return adopt(context, op, match);
  const message = suspects.some(({ isAlike }) => isAlike) ? LOOKS_SAME : LOOKS_OTHERWISE;
  return toPerson(context, op, REASONS.unverifiable, message, candidates);
}

/** How long a record may take to appear that the service said it had made. */
const MADE_LATE_MS = 300_000;
const LOOKS_SAME = 'The service may have made this record: it holds one that looks the same.';
const LOOKS_OTHERWISE =
  'The service may have made this record: it holds a new one that nobody here made, and that may have been changed since.';
const VANISHED =
  'The service had made a record that may be this one, and it is gone again: somebody deleted it, or it is hidden from you.';

const OUT_OF_SIGHT =
  'Whether it arrived can not be told: the service holds no such record, but the database that would know of one that was deleted again was lost since.';

/** The one suspect that needs no person: the same natural key, or all fields, creator and time. */
async function surelyMade(
  context: OutboxContext,
  op: OpRecord,
  suspects: readonly Suspect[],
): Promise<Suspect | null> {
  const [match, ...more] = suspects.filter(({ isExact }) => isExact);
  if (match === undefined || more.length > 0) return null;
  // That it is ours is likely, and may be wrong.
  if (match.isOlder || match.isGivenAgain) return null;
  if (naturalKeyOf(op) !== null) return match;
  const window = {
    fromMs: op.createdAt - CLOCK_SKEW_MS,
    toMs: context.ports.clock.now() + CLOCK_SKEW_MS,
  };
  return isSurelyMine(match.text, await whoAmI(context), window) ? match : null;
}

async function adopt(
  context: OutboxContext,
  op: OpRecord,
  { id, text }: Pick<Suspect, 'id' | 'text'>,
): Promise<Step> {
  // The same registration does not mean that the rest arrived, too.
  const flag = withArchiving(flagOf(op, null, text, true), text);
  const reply = await insteadOfReply(context, op, text);
  const step = await confirmOp(context, op, `found at the service as ${id}`, text, { flag, reply });
  if (step.is === 'done') await reread(context, op.entity, id, op.params);
  return step;
}

/** What is told of a record that was archived before it was recognised. */
function withArchiving(flag: AppError | null, text: string): AppError | null {
  if (!isArchivedText(text)) return flag;
  const archived = 'Somebody has archived it since.';
  return {
    kind: 'conflict',
    code: 'outbox.flagged',
    safe: 'The write arrived; the record shows what the service holds.',
    next: 'none',
    ...flag,
    message: flag === null ? archived : `${flag.message} ${archived}`,
  };
}

/**
 * The service has said that it made the record, so that it is not asked to again: it may come late.
 * After a while a person decides.
 */
function notMadeYet(context: OutboxContext, op: OpRecord, named: string): Promise<Step> {
  const now = context.ports.clock.now();
  const sentAt = Math.min(op.sentAt ?? now, now);
  if (now - sentAt >= MADE_LATE_MS) {
    const message = `The service answered with ${named}, and shows no such record.`;
    return toPerson(context, op, REASONS.unverifiable, message, []);
  }
  return moveFrom(context, op, 'UNCERTAIN', `${named} is not there yet`, {
    ...{ hold: 'retry', holdUntil: now + MADE_LATE_MS / 10, sentAt },
    watch: { ...op.watch, failures: 0 },
  });
}

/** Before the last of the looks counts, it is asked what the mirror saw since. */
async function noTrace(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  list: CompleteList,
): Promise<Step> {
  const { named } = op.watch;
  if (named !== null) return notMadeYet(context, op, named);
  if (op.watch.absences + 1 >= ABSENCES) {
    const gone = await vanishedSince(context, lists, op, list);
    const candidates = gone.map(({ id }) => id);
    if (gone.length > 0) return toPerson(context, op, REASONS.unverifiable, VANISHED, candidates);
    if (!(await isInSight(context, op))) {
      return toPerson(context, op, REASONS.unverifiable, OUT_OF_SIGHT, []);
    }
  }
  return absent(context, op, []);
}
