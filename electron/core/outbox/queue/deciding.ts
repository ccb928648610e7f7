import type { Op } from '../../../../shared/ipc/shapes.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { wrongState, unknownOp } from '../model/refusals.ts';
import type { Intent } from '../outbox.ts';
import type { OutboxContext } from './context.ts';

/** What the decisions of a person need of the outbox around them. */
export interface Deciding {
  context: OutboxContext;
  show(opId: string): Promise<Result<Op>>;
  /** The queue changed: tell the desk, look what can be sent. */
  changed(): void;
  enqueue(intent: Intent): Promise<Result<Op>>;
}

/** Answers with the op after a change on disk; `null` from there means that it moved meanwhile. */
export async function after(
  on: Deciding,
  opId: string,
  written: Result<OpColumns | null>,
  why: string,
): Promise<Result<Op>> {
  if (!written.ok) return written;
  if (written.value === null) return wrongState(why);
  on.changed();
  return on.show(opId);
}

/** The write, where this Waybill understands it. */
export async function load({ context }: Deciding, opId: string): Promise<Result<OpRecord>> {
  const columns = await context.store.read('outbox.columns', { id: opId });
  if (columns === null) return unknownOp();
  const op = decodeOp(columns);
  return op === null
    ? wrongState('Waybill does not understand this write; it can only be given up.')
    : ok(op);
}

/** Does something with a write that is in the outbox, whether it is understood or not. */
export async function ifKnown(
  { context }: Deciding,
  opId: string,
  act: () => Promise<Result<Op>>,
): Promise<Result<Op>> {
  const columns = await context.store.read('outbox.columns', { id: opId });
  return columns === null ? unknownOp() : act();
}
