import type { OutboxContext } from './context.ts';
import { completeList, unclaimedAlike } from './lists.ts';
import type { Lists } from './lists.ts';
import { decodeOp } from './record.ts';
import type { OpRecord } from './record.ts';
import { listParams, verifierOf } from './service.ts';

const MINUTE_MS = 60_000;
/** How long after its last request an uncertain create is looked for again. */
const LOOKS_MS = [5, 60, 360, 1_440].map((minutes) => minutes * MINUTE_MS);
/** A create that rested for longer than this, with Waybill shut, is past looking for. */
const AUDITED_FOR_MS = 30 * 1_440 * MINUTE_MS;

/** When a settled create is to be looked for next, ms since 1970; null after the last look. */
function nextLook({ sentAt, watch }: OpRecord, now: number): number | null {
  if (sentAt === null) return null;
  // A look that lies ahead is from before the clock was put back: those of that time don't count.
  const auditedAt = watch.auditedAt === null || watch.auditedAt > now ? 0 : watch.auditedAt;
  return LOOKS_MS.map((ms) => sentAt + ms).find((at) => at > auditedAt) ?? null;
}

/**
 * A service that applies a request after the settle window makes a second record that no
 * verification could see in time. For a day after the last request of a create whose outcome was
 * ever in doubt, complete lists are searched for records that look like it and belong to no write
 * of this desk; what is found is shown with the write, never deleted. True when anything was.
 */
export async function auditCreates(context: OutboxContext, lists: Lists): Promise<boolean> {
  const now = context.ports.clock.now();
  const settled = await context.store.read('outbox.doubted', { since: now - AUDITED_FOR_MS });
  let news = false;
  for (const columns of settled) {
    const op = decodeOp(columns);
    const at = op === null ? null : nextLook(op, now);
    if (op === null || at === null || at > now) continue;
    if (await audit(context, lists, op)) news = true;
  }
  return news;
}

async function audit(context: OutboxContext, lists: Lists, op: OpRecord): Promise<boolean> {
  const by = verifierOf(op.endpoint);
  const list = await completeList(context, lists, by, listParams(by, op.params));
  // What could not be read now is read at the next pass.
  if (!list.ok) return false;
  const found = await unclaimedAlike(context, op, list.value);
  const written = await context.store.write('outbox.audited', {
    id: op.id,
    now: context.ports.clock.now(),
    found: [...found.keys()],
  });
  if (!written.ok || !written.value.news) return false;
  context.emit({
    name: 'notice',
    payload: {
      level: 'warning',
      code: 'outbox.duplicate',
      message: `${op.label}: the service may have made this record twice. The outbox shows both.`,
    },
  });
  return true;
}
