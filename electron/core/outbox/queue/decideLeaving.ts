import type { Decision, Op } from '../../../../shared/ipc/shapes.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Watch } from '../model/record.ts';
import { wrongState } from '../model/refusals.ts';
import { ruleOf } from '../model/rule.ts';
import { REASONS, isHeldBack } from '../model/remedies.ts';
import { MOST_SHOWN } from './candidates.ts';
import { after, ifKnown, load } from './deciding.ts';
import type { Deciding } from './deciding.ts';

/** Decisions about whether and when a write leaves. */

export function cancel(on: Deciding, opId: string): Promise<Result<Op>> {
  const { store, ports } = on.context;
  return ifKnown(on, opId, async () => {
    const written = await store.write('outbox.cancel', { id: opId, now: ports.clock.now() });
    if (!written.ok) return written;
    if (written.value.cancelled.length === 0) {
      return wrongState('This write no longer waits: it is on its way, or it is settled.');
    }
    on.changed();
    return on.show(opId);
  });
}

export async function holdAll(on: Deciding, ids: readonly string[]): Promise<Result<string[]>> {
  const { store, ports } = on.context;
  const held = await store.write('outbox.hold', { ids, now: ports.clock.now() });
  if (held.ok && held.value.length > 0) on.changed();
  return held;
}

export async function resumeAll(on: Deciding, ids: readonly string[]): Promise<Result<string[]>> {
  const { store, ports } = on.context;
  const resumed = await store.write('outbox.resume', { ids, now: ports.clock.now() });
  if (resumed.ok && resumed.value.length > 0) on.changed();
  return resumed;
}

/** An act on many for one alone: none was changed where it did not apply. */
function alone(on: Deciding, opId: string, act: typeof holdAll, why: string): Promise<Result<Op>> {
  return ifKnown(on, opId, async () => {
    const did = await act(on, [opId]);
    if (!did.ok) return did;
    return did.value.length === 0 ? wrongState(why) : on.show(opId);
  });
}

export const hold = (on: Deciding, opId: string): Promise<Result<Op>> =>
  alone(on, opId, holdAll, 'Only a write that waits can be held.');

export const resume = (on: Deciding, opId: string): Promise<Result<Op>> =>
  alone(on, opId, resumeAll, 'This write is not held.');

/** Questions that sending again would not answer. */
const NEEDS_OTHER: readonly string[] = [REASONS.conflict, REASONS.orphaned, REASONS.noPath];

const UNSEEN = 'More records were found that it may have made. Look at them first.';

const OTHER_QUESTION = 'This write asks something else by now. Look at that first.';

export async function retry(
  on: Deciding,
  opId: string,
  { seen = [], asked }: Extract<Decision, { remedy: 'retry' }>,
): Promise<Result<Op>> {
  const op = await load(on, opId);
  if (!op.ok) return op;
  const { state, error, watch, hold: held } = op.value;
  if (state === 'NEEDS_USER') {
    if (asked !== undefined && asked !== (error?.code ?? null)) return wrongState(OTHER_QUESTION);
    if (NEEDS_OTHER.includes(error?.code ?? '')) return noHelp();
    // A look in the background may have found one since: sent again, it would be shown no more.
    const shown = watch.candidates.slice(0, MOST_SHOWN);
    if (shown.some((id) => !seen.includes(id))) return wrongState(UNSEEN);
    // Those beyond what one table shows are asked about next.
    const candidates = watch.candidates.filter((id) => seen.includes(id));
    // Whoever sends it all the same means the record that has the id by now.
    const isMeant = error?.code === REASONS.another;
    return sendAgain(on, opId, { ...watch, candidates, ...(isMeant ? { madeAt: null } : {}) });
  }
  const { signedIn, maySend } = on.context.connection;
  if (!signedIn()) {
    return wrongState('Nothing can be sent before you sign in; it is sent by itself then.');
  }
  if (!maySend()) {
    return wrongState('Waybill is set to work offline; it is sent by itself once that ends.');
  }
  if (state === 'QUEUED' && held !== 'person' && held !== 'grace') return sendNow(on, opId);
  if (state !== 'UNCERTAIN') return noHelp();
  if (isHeldBack(held)) return wrongState('This write is held: let it go on first.');
  // Verifying keeps its own time. Only the pauses that grow while readings fail end early, and not where such
  // failures are what a delete is believed by.
  const isBelieved = watch.named !== null && ruleOf(op.value.endpoint).does === 'delete';
  if (held === 'retry' && watch.failures > 0 && !isBelieved) return sendNow(on, opId);
  on.changed();
  return on.show(opId);
}

const noHelp = (): Result<never> =>
  wrongState('Trying again would not help: see what this write offers.');

async function sendNow(on: Deciding, opId: string): Promise<Result<Op>> {
  const { store, ports } = on.context;
  const written = await store.write('outbox.adjust', {
    id: opId,
    now: ports.clock.now(),
    reason: 'hurried by a person',
    change: { hold: null, holdUntil: null },
  });
  return after(on, opId, written, 'This write no longer waits.');
}

export async function sendAgain(on: Deciding, opId: string, watch: Watch): Promise<Result<Op>> {
  const { store, ports } = on.context;
  const now = ports.clock.now();
  const written = await store.write('outbox.move', {
    id: opId,
    from: ['NEEDS_USER'],
    to: 'QUEUED',
    now,
    reason: 'sent again by a person',
    change: {
      error: null,
      hold: null,
      holdUntil: null,
      watch: {
        ...watch,
        ...{ absences: 0, failures: 0, mixUps: 0 },
        // A person has seen them and sends it all the same: they are not what it made.
        seenBefore: [...(watch.seenBefore ?? []), ...watch.candidates],
        sendAnyway: true,
        candidates: [],
        approvedAt: now,
      },
    },
  });
  return after(on, opId, written, 'This write was settled meanwhile.');
}

export function discard(on: Deciding, opId: string): Promise<Result<Op>> {
  const { store, ports } = on.context;
  return ifKnown(on, opId, async () => {
    const written = await store.write('outbox.discard', { id: opId, now: ports.clock.now() });
    return after(on, opId, written, 'Only a write that needs you can be given up.');
  });
}

export function restore(on: Deciding, opId: string): Promise<Result<Op>> {
  const { store, ports } = on.context;
  return ifKnown(on, opId, async () => {
    const written = await store.write('outbox.restore', { id: opId, now: ports.clock.now() });
    return after(on, opId, written, 'This write was not given up.');
  });
}

export function acknowledge(on: Deciding, opId: string): Promise<Result<Op>> {
  const { store, ports } = on.context;
  return ifKnown(on, opId, async () => {
    const written = await store.write('outbox.acknowledge', { id: opId, now: ports.clock.now() });
    return after(on, opId, written, 'Nothing was found beside this write.');
  });
}
