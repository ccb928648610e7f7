import { call } from '../../bridge.ts';
import type { AppError, Op, Remedy } from '../../bridge.ts';
import { unreachable } from '../../../shared/result.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import type { ToastAct } from '../../state/toasts.svelte.ts';
import { text } from '../../text/en.ts';

/** Remedies that need nothing but a click; the others open something first. */
export type PlainRemedy = Exclude<Remedy, 'edit' | 'resolve' | 'link'>;

export function isPlain(remedy: Remedy): remedy is PlainRemedy {
  return remedy !== 'edit' && remedy !== 'resolve' && remedy !== 'link';
}

function ask(op: Op, remedy: PlainRemedy) {
  const input = { opId: op.id };
  switch (remedy) {
    case 'cancel':
      return call('outbox.cancel', input);
    case 'retry':
      return call('outbox.retry', input);
    case 'hold':
      return call('outbox.hold', input);
    case 'resume':
      return call('outbox.resume', input);
    case 'discard':
      return call('outbox.discard', input);
    case 'undo':
      return call('outbox.undo', input);
    case 'recreate':
      return call('outbox.recreate', input);
    case 'restore':
      return call('outbox.restore', input);
    case 'acknowledge':
      return call('outbox.acknowledge', input);
    default:
      return unreachable(remedy);
  }
}

/** Does it and says so; the error, where it failed. */
export async function apply(op: Op, remedy: PlainRemedy): Promise<AppError | null> {
  const result = await ask(op, remedy);
  if (!result.ok) return result.error;
  toasts.say(text.outbox.done[remedy], remedy === 'discard' ? bringBack(op) : null);
  return null;
}

/** Takes a discard back, from the notice that tells of it. */
function bringBack(op: Op): ToastAct {
  return {
    label: text.act.undo,
    run: () => void apply(op, 'restore'),
  };
}
