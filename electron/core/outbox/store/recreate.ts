import type { Entity } from '../../../../shared/model/entity.ts';
import { recreationOf } from '../model/recreate.ts';
import { REASONS } from '../model/remedies.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { Refusal } from '../../db/refusal.ts';
import { loadOp } from './opStore.ts';
import { enqueue } from './enqueue.ts';
import { discard } from './giveUp.ts';
import * as t from '../../db/schema.ts';
import { select } from '../../db/statement.ts';

/** The base of a record: what the service last told of it. */
export function baseOf(db: ReadableDb, entity: Entity, id: string): string | null {
  const row = db.one(
    select({ base: t.record.base })`FROM ${t.record} WHERE ${t.record.entity} = ?
      AND ${t.record.id} = ?`,
    [entity, id],
  );
  return row?.base ?? null;
}

export type Recreated =
  /** `opId` is the create; the write that it stands in for is given up. */
  | { is: 'queued'; opId: string }
  /** The write does not, or no longer, wait because its record was deleted. */
  | { is: 'notGone' }
  /** The interface has no create for it, or nothing is known of the record. */
  | { is: 'noCreate' };

/**
 * Makes the record of a write anew that was deleted, and gives the write up: both or neither, so
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
  const intent = recreationOf(op, baseOf(db, op.entity, op.targetId));
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
  if (made.is !== 'queued' || discard(db, { id, now }) === null) {
    throw new Error('A create is queued by itself, and what asks a person can be given up');
  }
  return { is: 'queued', opId: made.opId };
}
