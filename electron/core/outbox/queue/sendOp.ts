import { isPathPart } from '../../api/url.ts';
import type { OutboxContext, Step } from './context.ts';
import type { Lists } from './lists.ts';
import type { OpRecord } from '../model/record.ts';
import { NO_PATH } from '../model/remedies.ts';
import { ask, sendAppend, sendChange, transmit } from './send.ts';
import { sendCreate } from './sendCreate.ts';
import { ruleOf } from '../model/rule.ts';

/** Takes a queued op from the fresh reading to its outcome. At most one request changes anything. */
export async function sendOp(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  if (!Object.values(op.params).every(isPathPart)) {
    return ask(context, op, NO_PATH.code, NO_PATH.message, { error: NO_PATH });
  }
  switch (ruleOf(op.endpoint).does) {
    case 'create':
      return sendCreate(context, lists, op);
    case 'append':
      return sendAppend(context, lists, op);
    case 'update':
    case 'archive':
    case 'restore':
    case 'assign':
    case 'unassign':
      return sendChange(context, lists, op);
    case 'delete':
      // What a reading would say of the record changes nothing: deleting twice is deleting once.
      return transmit(context, op, op.patch, null, op.watch);
  }
}
