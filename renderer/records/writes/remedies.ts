import { call } from '../../bridge.ts';
import type { AppError, Decision, Op, PlainRemedy, Remedy } from '../../bridge.ts';
import { formatCount } from '../../state/format.ts';
import { route } from '../../state/route.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import type { ToastAct } from '../../state/toasts.svelte.ts';
import { text } from '../../text/en.ts';

/** Remedies that need nothing but a click; the others open something first. */
export function isPlain(remedy: Remedy): remedy is PlainRemedy {
  return remedy !== 'edit' && remedy !== 'resolve' && remedy !== 'link';
}

/** Does what was decided; says so, with `act` beside it. The error, where it failed. */
export async function decide(
  op: Pick<Op, 'id'>,
  decision: Decision,
  act: ToastAct | null = null,
): Promise<AppError | null> {
  const result = await call('outbox.decide', { opId: op.id, decision });
  if (!result.ok) return result.error;
  toasts.say(text.outbox.done[decision.remedy], act);
  return null;
}

/** The same for a remedy that needs nothing more. */
export function apply(op: Op, remedy: PlainRemedy): Promise<AppError | null> {
  return decide(op, { remedy }, remedy === 'discard' ? bringBack(op) : null);
}

/** Says that writes wait, with the way to take them back at once. */
export function tellQueued(title: string, ...ops: readonly Op[]): void {
  tellWritten(text.records.queued(title), ...ops);
}

/** The same in a sentence of its own. */
export function tellWritten(said: string, ...ops: readonly Op[]): void {
  toasts.say(said, {
    label: text.act.undo,
    run: () => void takeBack(ops.map(({ id }) => id)),
  });
}

/** The same of a job that may have ended before its last one: then it says how many were left. */
export function tellPart(said: string, ops: readonly Op[], total: number): void {
  if (ops.length === 0) return;
  const left = total - ops.length;
  tellWritten(left === 0 ? said : text.records.partly(said, formatCount(left)), ...ops);
}

/**
 * What was not sent yet is cancelled, the rest undone; where neither goes, the outbox shows it. Said
 * once, however many they are.
 */
export async function takeBack(opIds: readonly string[]): Promise<void> {
  const left: string[] = [];
  const done = new Set<string>();
  for (const opId of opIds) {
    const got = await call('outbox.get', { opId });
    const op = got.ok ? got.value.op : null;
    const way = (['cancel', 'undo'] as const).find((remedy) => op?.remedies.includes(remedy));
    const decision = way === undefined ? null : { remedy: way };
    const taken = decision === null ? null : await call('outbox.decide', { opId, decision });
    if (taken?.ok !== true || decision === null) left.push(opId);
    else done.add(text.outbox.done[decision.remedy]);
  }
  for (const said of done) toasts.say(said);
  if (left.length > 0) route.go('outbox', left.length === 1 ? left[0] : null);
}

/** Takes a discard back, from the notice that tells of it. */
function bringBack(op: Op): ToastAct {
  return {
    label: text.act.undo,
    run: () => void apply(op, 'restore'),
  };
}
