import { call } from '../../bridge.ts';
import type { AppError, Op, Remedy } from '../../bridge.ts';
import { unreachable } from '../../../shared/result.ts';
import { route } from '../../state/route.svelte.ts';
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

/** Says that writes wait, with the way to take them back at once. */
export function tellQueued(title: string, ...ops: readonly Op[]): void {
  toasts.say(text.records.queued(title), {
    label: text.act.undo,
    run: () => void takeBack(ops.map(({ id }) => id)),
  });
}

/** What was not sent yet is cancelled, the rest undone; where neither goes, the outbox shows it. */
async function takeBack(opIds: readonly string[]): Promise<void> {
  const left: string[] = [];
  for (const opId of opIds) {
    const told = await call('outbox.get', { opId });
    const op = told.ok ? told.value.op : null;
    const way = (['cancel', 'undo'] as const).find((remedy) => op?.remedies.includes(remedy));
    if (op === null || way === undefined || (await apply(op, way)) !== null) left.push(opId);
  }
  if (left.length > 0) route.go('outbox', left.length === 1 ? left[0] : null);
}

/** Takes a discard back, from the notice that tells of it. */
function bringBack(op: Op): ToastAct {
  return {
    label: text.act.undo,
    run: () => void apply(op, 'restore'),
  };
}
