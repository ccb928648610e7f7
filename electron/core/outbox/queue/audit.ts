import type { OutboxContext } from './context.ts';
import type { Lists } from './lists.ts';
import { isOver } from '../../backoff.ts';
import { isDuplicate } from '../model/matching.ts';
import { decodeOp, looksOf } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import { listFor, suspectsIn } from './suspects.ts';

const MINUTE_MS = 60_000;
/**
 * How long after its last request, and then after each look, an uncertain create is looked for
 * again: 5 minutes, an hour, six hours and a day after the request. Each look waits for the one
 * before it, so that a clock that is set forward makes one of them early, not all.
 */
const WAITS_MS = [5, 55, 300, 1_080].map((minutes) => minutes * MINUTE_MS);
const MOST_LOOKS = WAITS_MS.length;
/**
 * After a rest longer than this others have made many records: only one that shows to the letter what
 * was sent is named then. A clock that was set forward looks like such a rest.
 */
const FRESH_FOR_MS = 30 * 1_440 * MINUTE_MS;

/** When a settled create is to be looked for next, ms since 1970; null after the last look. */
function nextLook(op: OpRecord, now: number): number | null {
  const looks = looksOf(op);
  const waitMs = WAITS_MS[looks];
  const since = looks === 0 ? op.sentAt : op.watch.auditedAt;
  if (waitMs === undefined || since === null) return null;
  return isOver({ fromMs: since, untilMs: since + waitMs }, now) ? now : since + waitMs;
}

/**
 * A service that applies a request after the settle window makes a second record that no
 * verification could see in time. For a day after the last request of a create whose outcome was
 * ever in doubt, complete lists are searched for records that it may have made and that belong to no
 * write of this desk; what is found is shown with the write, never deleted. A create that was answered
 * at once is looked for once: something on the way may have repeated it. So is one that was refused and
 * then taken back: a copy of it may have been done. One list that began with the look serves them all.
 *
 * @param found called after each create of which something was found
 */
export async function auditCreates(
  context: OutboxContext,
  lists: Lists,
  found: () => void,
): Promise<void> {
  const now = context.ports.clock.now();
  const since = now - FRESH_FOR_MS;
  const doubted = await context.store.read('outbox.doubted', { mostLooks: MOST_LOOKS });
  for (const columns of doubted) {
    const op = decodeOp(columns);
    const at = op === null ? null : nextLook(op, now);
    if (op === null || at === null || at > now) continue;
    if (await audit(context, lists, op, { since, now })) found();
  }
  await tidy(context, lists, since);
}

/** Lets go of what was there before creates that need it no more. Nothing is being sent now. */
async function tidy(context: OutboxContext, lists: Lists, since: number): Promise<void> {
  const unneeded = { since, mostLooks: MOST_LOOKS };
  if ((await context.store.read('outbox.looseBaselines', unneeded)) === 0) return;
  for (const list of lists.recent.values()) list.baseline = null;
  lists.baselines.clear();
  await context.store.write('outbox.dropBaselines', unneeded);
}

async function audit(
  context: OutboxContext,
  lists: Lists,
  op: OpRecord,
  { since, now }: { since: number; now: number },
): Promise<boolean> {
  const isWithdrawn = op.state === 'CANCELLED' || op.state === 'DISCARDED';
  // What its person asked for anew may be what is found: that one is settled first.
  if (isWithdrawn && (await isAskedForAnew(context, op))) return false;
  const list = await listFor(context, lists, op, now - 1);
  // What could not be read now is read at the next pass.
  if (!list.ok) return false;
  const suspicion = await suspectsIn(context, lists, op, list.value);
  if (!suspicion.ok) return false;
  // One request makes one record: where that is known, only a second one of the same is news.
  const isOnce = op.state !== 'NEEDS_USER' && op.attempts + op.watch.refusals <= 1;
  const rested = (op.sentAt ?? 0) < since;
  // Of a refused one most likely none was made: others make records, too.
  const isRefused = isWithdrawn && !(await context.store.read('outbox.inDoubt', { id: op.id }));
  const isVague = isOnce || rested || isRefused;
  // Of a service that was put back, and gives ids again, others' records are as new.
  const found = suspicion.value.suspects.filter(
    ({ isAlike, isGivenAgain }) => isAlike || (!isVague && !isGivenAgain),
  );
  const written = await context.store.write('outbox.audited', {
    id: op.id,
    now: context.ports.clock.now(),
    found: found.map(({ id }) => id),
  });
  if (!written.ok || !written.value.news) return false;
  const notice = isWithdrawn
    ? {
        code: REASONS.madeAnyway,
        message: `${op.label}: the service may have made this record before the write was taken back. The outbox shows it.`,
      }
    : {
        code: REASONS.duplicate,
        message: `${op.label}: the service may have made this record twice. The outbox shows both.`,
      };
  context.emit({ name: 'notice', payload: { level: 'warning', ...notice } });
  return true;
}

/** Whether a like create is open of which a record may be there that it has not got yet. */
async function isAskedForAnew({ store }: OutboxContext, op: OpRecord): Promise<boolean> {
  const open = await store.read('outbox.maybeMade', { entity: op.entity });
  return open.map(decodeOp).some((other) => other !== null && isDuplicate(other, op));
}
