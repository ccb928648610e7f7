import type { Decision, Op } from '../../../../shared/ipc/shapes.ts';
import type { Result } from '../../../../shared/result.ts';
import { edit, link, recreate, resolve, undo } from './decideContent.ts';
import { acknowledge, cancel, discard, hold, restore, resume, retry } from './decideLeaving.ts';
import type { Deciding } from './deciding.ts';

/** Does what a person has decided about a write. */
export function decide(on: Deciding, opId: string, decision: Decision): Promise<Result<Op>> {
  switch (decision.remedy) {
    case 'cancel':
      return cancel(on, opId);
    case 'retry':
      return retry(on, opId, decision);
    case 'hold':
      return hold(on, opId);
    case 'resume':
      return resume(on, opId);
    case 'discard':
      return discard(on, opId);
    case 'restore':
      return restore(on, opId);
    case 'acknowledge':
      return acknowledge(on, opId);
    case 'edit':
      return edit(on, opId, decision);
    case 'resolve':
      return resolve(on, opId, decision);
    case 'link':
      return link(on, opId, decision);
    case 'recreate':
      return recreate(on, opId);
    case 'undo':
      return undo(on, opId);
  }
}
