import { jsonMembers } from '../../../../shared/rules/jsonText.ts';
import type { FieldText } from '../../../../shared/rules/merge.ts';
import type { LeftEarlier } from '../model/compare.ts';
import { decodeOp } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { ruleOf, setBy } from '../model/rule.ts';
import type { OutboxContext } from './context.ts';

/** Caches, and copies of a database that lag behind, seldom answer with what is older than this. */
const SURELY_CAUGHT_UP_MS = 5 * 60_000;

/**
 * What earlier writes of this desk left in the fields of an op's record, as far as a reading may be older
 * than they are. One that shows what the op wants in place of that is no proof that it is there: an undo
 * would be lost. An op that never left is sent however long ago that was, for it sets what is there or what
 * is wanted. A change that has left is sent again too, but not for ever where the service's answers never
 * arrive; what archives or assigns is not, since services refuse to do that twice.
 */
export async function leftEarlier(
  { store, ports }: OutboxContext,
  { endpoint, entity, targetId: id, seq, attempts }: OpRecord,
): Promise<LeftEarlier> {
  if (attempts > 0 && ruleOf(endpoint).does !== 'update') return new Map();
  const since = attempts === 0 ? 0 : ports.clock.now() - SURELY_CAUGHT_UP_MS;
  const earlier = await store.read('outbox.confirmedSince', { entity, id, seq, since });
  const left = new Map<string, { left: FieldText; before: readonly FieldText[] }>();
  for (const op of earlier.map(decodeOp)) {
    if (op === null) continue;
    const before = jsonMembers(op.before);
    for (const { field, mine } of setBy(op.endpoint, op.params, op.patch)) {
      const then = [...(left.get(field)?.before ?? []), before.get(field) ?? null];
      left.set(field, { left: mine, before: then });
    }
  }
  return left;
}
