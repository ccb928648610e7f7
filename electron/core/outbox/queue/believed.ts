import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import { payloadOf } from '../../api/payload.ts';
import type { MutationOutcome } from '../../api/types.ts';
import { looksLike, showsAnother } from '../model/matching.ts';
import { decodeOp } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import type { OutboxContext } from './context.ts';

/** A create that is answered with a record from before it, or with another, was not answered. */
export async function believed(
  { store }: OutboxContext,
  op: OpRecord,
  outcome: MutationOutcome,
  there: Pick<ReadonlySet<string>, 'has'> | null,
): Promise<MutationOutcome> {
  if (outcome.is !== 'applied' || ruleOf(op.endpoint).does !== 'create') return outcome;
  const { status, text } = outcome.reply;
  const payload = payloadOf(outcome.reply);
  const id = referenceId(jsonMember(payload, 'id'));
  if (id === null) return outcome;
  const doubted = (detail: string): MutationOutcome => {
    return { is: 'uncertain', status, detail, body: text.slice(0, 4096) };
  };
  if (showsAnother(op, payload)) return doubted(`the service answered with another record, ${id}`);
  const { entity, seq, id: opId, sentAt } = op;
  const creates = (await store.read('outbox.creating', { entity })).map(decodeOp);
  const isOthers = creates.some(
    (one) => one !== null && one.id !== opId && looksLike(one, payload),
  );
  if (isOthers && !looksLike(op, payload)) {
    return doubted(`the service answered with ${id}, which another write of this desk asked for`);
  }
  const known = { entity, id, seq, opId, sentAt: sentAt ?? op.createdAt };
  const wasThere = there?.has(id) === true || (await store.read('outbox.wasThere', known));
  return wasThere ? doubted(`the service answered with ${id}, which was there before`) : outcome;
}
