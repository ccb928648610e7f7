import type { FieldText } from '../../../../shared/rules/merge.ts';
import type { LeftLately } from '../model/compare.ts';
import { decodeOp } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { setBy } from '../model/rule.ts';
import type { OutboxContext } from './context.ts';

/** Caches, and copies of a database that lag behind, seldom answer with what is older than this. */
const SURELY_CAUGHT_UP_MS = 5 * 60_000;

/**
 * What earlier writes of this desk left in the fields of an op's record, as long as a reading may still
 * be older than they are. One that shows what the op wants then is no proof that it is there: an undo
 * would be lost.
 */
export async function leftLately(
  { store, ports }: OutboxContext,
  { entity, targetId: id, seq }: OpRecord,
): Promise<LeftLately> {
  const since = ports.clock.now() - SURELY_CAUGHT_UP_MS;
  const earlier = await store.read('outbox.confirmedSince', { entity, id, seq, since });
  const left = new Map<string, FieldText>();
  for (const op of earlier.map(decodeOp)) {
    if (op === null) continue;
    for (const { field, mine } of setBy(op.endpoint, op.params, op.patch)) left.set(field, mine);
  }
  return left;
}
