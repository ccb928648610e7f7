import { isSettled } from './ledger.ts';
import type { LedgerOp } from './ledger.ts';
import { makesUser } from './people.ts';
import { fieldOf } from './values.ts';
import { shareLane } from './wire.ts';

/** The op at the head of what another one waits for; null where it waits for none. */
export function blockerOf(op: LedgerOp, ops: readonly LedgerOp[]): LedgerOp | null {
  const needed = JSON.parse(op.depends_on) as string[];
  const isDuplicate = (other: LedgerOp): boolean =>
    op.hold === 'op' &&
    op.state === 'QUEUED' &&
    isAlike(other, op) &&
    (other.attempts > 0 || other.state === 'UNCERTAIN') &&
    // One that waits in the queue itself is not under way.
    other.state !== 'QUEUED' &&
    !isSettled(other.state);
  const first = ops.find(
    (other) =>
      other.id !== op.id &&
      (isDuplicate(other) ||
        (needed.includes(other.id) && other.state !== 'CONFIRMED') ||
        (other.seq < op.seq && !isSettled(other.state) && shareLane(other, op))),
  );
  if (first === undefined) return null;
  // One that asks a person is the head, whatever it waits for itself.
  if (isSettled(first.state) || first.state === 'NEEDS_USER') return first;
  return blockerOf(first, ops) ?? first;
}

/** Two creates of which the second waits for the first: of a user by whichever path. */
function isAlike(one: LedgerOp, other: LedgerOp): boolean {
  if (!makesUser(one.endpoint)) return one.endpoint === other.endpoint;
  return makesUser(other.endpoint) && fieldOf(one.patch, 'email') === fieldOf(other.patch, 'email');
}

/** It left, or came in, with a file: only a person lets it go. */
export function isHeldByFile({ hold, state }: LedgerOp): boolean {
  return !isSettled(state) && (hold === 'handedOver' || hold === 'imported');
}

/** Nothing holds it back but time: it has to move on. */
export function isEligible(op: LedgerOp, ops: readonly LedgerOp[], wallMs: number): boolean {
  if (isSettled(op.state) || op.state === 'NEEDS_USER' || op.hold === 'person') return false;
  if (isHeldByFile(op)) return false;
  if (op.hold === 'rateLimit' && (op.hold_until ?? 0) > wallMs) return false;
  return blockerOf(op, ops) === null;
}
