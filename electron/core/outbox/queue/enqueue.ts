import type { Op } from '../../../../shared/ipc/shapes.ts';
import { fail } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { isJsonObject } from '../../../../shared/rules/jsonText.ts';
import { Refusal } from '../../db/refusal.ts';
import { bodyText, checkParams } from '../model/body.ts';
import { ruleOf } from '../model/rule.ts';
import { CutShort } from '../outbox.ts';
import type { Intent, Outbox } from '../outbox.ts';
import { GRACE_MS } from './context.ts';
import type { Deciding } from './deciding.ts';

/** Writes that are asked for: checked, put on disk, answered with what stands for them. */

export type Queueing = Omit<Deciding, 'enqueue'>;

/** Puts a write into the queue. Throws `CutShort` where the database ended under it. */
export async function enqueue(
  { context, show, changed }: Queueing,
  intent: Intent,
  opId = context.ports.random.uuid(),
): Promise<Result<Op>> {
  const rule = ruleOf(intent.endpoint);
  const final = rule.does === 'delete' && rule.inverse === 'none';
  const written = await context.store.write('outbox.enqueue', {
    id: opId,
    now: context.ports.clock.now(),
    graceMs: final ? GRACE_MS : null,
    ...intent,
  });
  if (!written.ok) {
    const { code } = written.error;
    if (code === 'db.cutShort' || code === 'db.thread') throw new CutShort(opId, intent);
    return written;
  }
  changed();
  switch (written.value.is) {
    case 'queued':
    case 'vanished': {
      const carrier = written.value.opId;
      return show(carrier).catch((cause: unknown) => {
        // It is on disk; what it became is shown once the database is open again.
        throw cause instanceof Refusal ? new CutShort(carrier, intent) : cause;
      });
    }
    case 'noChange':
      return fail({
        kind: 'conflict',
        code: 'outbox.noChange',
        message: 'The record already is so; there is nothing to send.',
        safe: 'Nothing was queued.',
      });
    case 'missing':
      return fail({
        kind: 'missing',
        code: 'outbox.unknownRecord',
        message: `Waybill does not know the record ${written.value.what}.`,
        safe: 'Nothing was queued, and nothing was changed.',
      });
  }
}

/** Checks a write and puts it into the queue. */
export async function write(
  on: Queueing,
  intent: Parameters<Outbox['write']>[0],
): Promise<Result<Op>> {
  const params = checkParams(intent.endpoint, intent.params);
  if (!params.ok) return params;
  const patch = bodyText(intent.endpoint, intent.body, intent.extra);
  if (!patch.ok) return patch;
  return enqueue(on, {
    endpoint: intent.endpoint,
    params: params.value,
    patch: patch.value,
    undoes: null,
    seen: isJsonObject(intent.seen ?? '') ? (intent.seen ?? null) : null,
    seenAt: intent.seenAt ?? null,
  });
}

/** Ends a write whose database ended under it. */
export async function finish(on: Queueing, { opId, intent }: CutShort): Promise<Result<Op>> {
  const known = await on.context.store.read('outbox.get', { id: opId });
  if (known !== null) return on.show(opId);
  const again = await enqueue(on, intent, opId);
  if (again.ok || again.error.code !== 'outbox.noChange') return again;
  // It was folded into a write that waited, or took one back: both are on disk.
  const message = 'The change is in the outbox already, or took back one that waited there.';
  return fail({
    ...again.error,
    message,
    safe: 'Nothing is queued twice.',
    next: 'openOutbox',
  });
}
