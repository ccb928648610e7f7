import { recreationOf } from '../model/recreate.ts';
import { REASONS } from '../model/remedies.ts';
import type { WritableDb } from '../../db/handles.ts';
import { Refusal } from '../../db/refusal.ts';
import { lanesOf, loadColumns, loadOp, openOps } from './opStore.ts';
import { baseOf, rebase } from '../../mirror/overlay.ts';
import { decodeOp } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import { enqueue } from './enqueue.ts';
import { through } from './giveUp.ts';

export type Recreated =
  /** `opId` is the create; the write that it stands in for is given up. */
  | { is: 'queued'; opId: string }
  /** The write does not, or no longer, wait because its record was deleted. */
  | { is: 'notGone' }
  /** The interface has no create for it, or nothing is known of the record. */
  | { is: 'noCreate' };

/**
 * Makes the record of a write anew that was deleted, and gives up the write and all other changes that wait for
 * the record: the create has them all, and each can be brought back once that is given up. Both or neither, so
 * that no fault in between and no second call leaves a write that offers to make it once more.
 *
 * @param input.createId UUID of the create
 */
export function recreate(
  db: WritableDb,
  input: { id: string; createId: string; now: number },
): Recreated {
  const { id, createId, now } = input;
  const op = loadOp(db, id);
  if (op?.state !== 'NEEDS_USER' || op.error?.code !== REASONS.gone) return { is: 'notGone' };
  const target = { entity: op.entity, id: op.targetId };
  const changes = openOps(db, target).flatMap((columns) => {
    const change = decodeOp(columns);
    const waits = change?.state === 'QUEUED' || change?.state === 'NEEDS_USER';
    return change !== null && waits && ruleOf(change.endpoint).does === 'update' ? [change] : [];
  });
  const intent = recreationOf(op, baseOf(db, op.entity, op.targetId), changes);
  if (intent === null) return { is: 'noCreate' };
  const made = enqueue(db, { id: createId, now, graceMs: null, ...intent });
  if (made.is === 'missing') {
    throw new Refusal({
      kind: 'missing',
      code: 'outbox.unknownRecord',
      message: `Waybill does not know the record ${made.what}.`,
      safe: 'Nothing was queued, and nothing was changed.',
      next: 'none',
    });
  }
  if (made.is !== 'queued') throw new Error('A create is queued by itself');
  for (const change of changes) {
    const watch = { ...change.watch, recreatedBy: made.opId };
    const columns = loadColumns(db, change.id);
    if (columns === null) continue;
    // One that only waited asks on the way: brought back, it waits for the same record as the one that asked.
    const isAsking = change.state === 'NEEDS_USER';
    const states = isAsking ? (['DISCARDED'] as const) : (['NEEDS_USER', 'DISCARDED'] as const);
    const error = isAsking ? change.error : op.error;
    through(db, columns, states, now, 'is part of the record that is made anew', { watch, error });
    for (const lane of lanesOf(change)) rebase(db, lane.entity, lane.id);
  }
  return { is: 'queued', opId: made.opId };
}
