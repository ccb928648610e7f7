import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import type { OpRecord } from '../model/record.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp, stepOf } from './finish.ts';
import { couldNotBeRead, readRecord } from './service.ts';

/**
 * A create that the service answered with a record. The reply may be a projection of it; the reading by
 * its id is all of it. Where that shows nothing, the record is looked for before anything is believed:
 * the service may not know the id, as that of a job which will make the record some time, or the reading
 * may have failed. One that may not see the record has only the reply to go by.
 */
export async function created(
  context: OutboxContext,
  op: OpRecord,
  payload: string,
  status: number,
): Promise<Step> {
  const id = referenceId(jsonMember(payload, 'id'));
  if (id !== null) context.answers.set(op.id, id);
  const reading = id === null ? null : await readRecord(context, op.entity, id, op.params);
  const isUnknown = reading?.is === 'gone';
  if (isUnknown || couldNotBeRead(reading)) {
    const moved = await context.store.write('outbox.move', {
      id: op.id,
      from: ['SENDING'],
      to: 'UNCERTAIN',
      now: context.ports.clock.now(),
      reason: `the service answered with ${id ?? ''}, ${isUnknown ? 'and does not know it' : 'which could not be read yet'}`,
      change: {
        lastStatus: status,
        hold: null,
        holdUntil: null,
        watch: { ...op.watch, named: id },
      },
    });
    return noted(context, op, stepOf(moved));
  }
  const record = reading?.is === 'record' ? reading.text : payload;
  return noted(
    context,
    op,
    await confirmOp(context, op, 'sent', record, { status, reply: payload }),
  );
}

/** The answer is remembered only until it is on the disk. */
function noted({ answers }: OutboxContext, { id }: OpRecord, step: Step): Step {
  if (step.is === 'done') answers.delete(id);
  return step;
}
