import type { OpRecord } from '../model/record.ts';
import { isDeleted, ruleOf } from '../model/rule.ts';
import { LOOK_AGAIN_MS } from './context.ts';
import type { OutboxContext, Step } from './context.ts';
import { confirmOp, stepOf } from './finish.ts';
import { couldNotBeRead, readRecord } from './service.ts';

/**
 * A delete for good that the service says it did. Where its record can still be read it was none, as
 * far as anybody can see; where the reading fails, that is not known yet. Either is looked for like one
 * without an answer, and deleting twice is once. One that may not see the record has the answer to go by.
 */
export async function deleted(context: OutboxContext, op: OpRecord, status: number): Promise<Step> {
  if (ruleOf(op.endpoint).inverse === 'none') {
    const after = await readRecord(context, op.entity, op.targetId, op.params);
    const isThere = after?.is === 'record' && !isDeleted(after.text);
    if (isThere || couldNotBeRead(after)) {
      const now = context.ports.clock.now();
      const moved = await context.store.write('outbox.move', {
        id: op.id,
        from: ['SENDING'],
        to: 'UNCERTAIN',
        now,
        reason: `the service says that it deleted it, ${isThere ? 'and still shows it' : 'which could not be read yet'}`,
        change: {
          ...{ lastStatus: status, hold: 'retry', holdUntil: now + LOOK_AGAIN_MS },
          watch: { ...op.watch, named: isThere ? null : op.targetId, failures: 0 },
        },
      });
      return stepOf(moved);
    }
  }
  return confirmOp(context, op, 'sent', null, { gone: true, status });
}
