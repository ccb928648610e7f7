import { isPathPart } from '../../api/url.ts';
import { LOOK_AGAIN_MS } from './context.ts';
import type { OutboxContext, Step } from './context.ts';
import type { Lists } from './lists.ts';
import type { OpRecord } from '../model/record.ts';
import { ANOTHER, NO_PATH } from '../model/remedies.ts';
import { showsOtherRecord } from '../model/sameRecord.ts';
import { sendAppend, sendChange, transmit } from './send.ts';
import { ask, readFailed } from './sending.ts';
import { sendCreate } from './sendCreate.ts';
import { readRecord } from './service.ts';
import { ruleOf } from '../model/rule.ts';

/** Takes a queued op from the fresh reading to its outcome. At most one request changes anything. */
export async function sendOp(context: OutboxContext, lists: Lists, op: OpRecord): Promise<Step> {
  if (!Object.values(op.params).every(isPathPart)) {
    return ask(context, op, NO_PATH.code, NO_PATH.message, { error: NO_PATH });
  }
  if (await isBehindRequest(context, op)) return { is: 'backOff', ms: LOOK_AGAIN_MS };
  switch (ruleOf(op.endpoint).does) {
    case 'create':
      return sendCreate(context, lists, op);
    case 'append':
      return (await idIsAnothers(context, op)) ?? sendAppend(context, lists, op);
    case 'update':
    case 'archive':
    case 'restore':
    case 'assign':
    case 'unassign':
      return sendChange(context, lists, op);
    case 'delete':
      // Nothing else that a reading would say matters: deleting twice is deleting once.
      return (await idIsAnothers(context, op)) ?? transmit(context, op, op.patch, null, op.watch);
  }
}

/**
 * Whether an earlier write of the record was found to be done although the service itself never answered it, but
 * nobody or a gateway: it may be somebody else's doing, or have been so before, and its own request arrive only
 * now, after this one.
 */
async function isBehindRequest(
  { store, requestWindows }: OutboxContext,
  { entity, targetId: id, seq }: OpRecord,
): Promise<boolean> {
  const earlier = await store.read('outbox.confirmedSince', { entity, id, seq, since: 0 });
  return earlier.some(
    (op) =>
      op.sent_at !== null &&
      requestWindows.isUnderWay(op.id, { sentAt: op.sent_at, lastStatus: op.last_status }),
  );
}

/**
 * Before what is sent without a reading of its record: whether the id still names what the write was
 * made for. Null where it may be sent, which it may where the record is gone or not shown to us.
 */
async function idIsAnothers(context: OutboxContext, op: OpRecord): Promise<Step | null> {
  if (op.watch.madeAt === null) return null;
  const reading = await readRecord(context, op.entity, op.targetId, op.params);
  if (reading?.is === 'record') {
    return showsOtherRecord(op, reading.text) ? readFailed(context, op, ANOTHER) : null;
  }
  if (reading?.is !== 'failed' || reading.error.kind === 'denied') return null;
  return readFailed(context, op, reading.error);
}
