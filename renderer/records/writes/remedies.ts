import { call } from '../../bridge.ts';
import type { AppError, Decision, Op, PlainRemedy, Remedy } from '../../bridge.ts';
import { formatCount } from '../../state/format.ts';
import { Job } from '../../state/job.svelte.ts';
import type { Way } from '../../state/job.svelte.ts';
import { notices } from '../../state/notices.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import type { ToastAct } from '../../state/toasts.svelte.ts';
import { whose } from '../../state/whose.svelte.ts';
import { text } from '../../text/en.ts';
import { followWrite } from './followWrite.ts';

/** Remedies that need nothing but a click; the others open something first. */
export function isPlain(remedy: Remedy): remedy is PlainRemedy {
  return remedy !== 'edit' && remedy !== 'resolve' && remedy !== 'link';
}

/** Does what was decided; says so, with the way back where there is one. The error, where it failed. */
export async function decide(op: Pick<Op, 'id'>, decision: Decision): Promise<AppError | null> {
  const result = await call('outbox.decide', { opId: op.id, decision });
  if (!result.ok) return result.error;
  const made = result.value.op;
  // What was made to undo it, or to make its record anew, is a write of its own.
  const back = made.id === op.id ? backOf(made, decision.remedy) : takesBack([made.id]);
  toasts.say(text.outbox.done[decision.remedy], back);
  return null;
}

/** What takes a write back; null while it is on its way, or nobody knows whether it arrived. */
export function takenBackBy({ remedies }: Pick<Op, 'remedies'>): PlainRemedy | null {
  return (['cancel', 'undo', 'discard'] as const).find((one) => remedies.includes(one)) ?? null;
}

/** The remedy that takes another one back. */
const BACK: Readonly<Partial<Record<Remedy, PlainRemedy>>> = {
  ...{ hold: 'resume', resume: 'hold', discard: 'restore', restore: 'discard' },
};

function backOf(op: Op, remedy: Remedy): ToastAct | null {
  const back = BACK[remedy];
  if (back === undefined || !op.remedies.includes(back)) return null;
  return {
    label: text.act.undo,
    run: () => void apply(op, back).then((failed) => notices.tellFailed(failed)),
  };
}

/**
 * The same for a remedy that needs nothing more.
 *
 * @param seen the records beside the write, which whoever sends it again has looked at
 */
export function apply(
  op: Pick<Op, 'id' | 'state' | 'error'>,
  remedy: PlainRemedy,
  seen: readonly string[] = [],
): Promise<AppError | null> {
  if (remedy !== 'retry') return decide(op, { remedy });
  const asked = op.state === 'NEEDS_USER' ? (op.error?.code ?? null) : null;
  return decide(op, { remedy, seen: [...seen], asked });
}

/** Whether a person is asked about records that the write may have made. */
export function asksAboutRecords({ candidates = [], remedies, state }: Op): boolean {
  // Whatever it asks about: sent again, it rules out what was looked at.
  const asks = state === 'NEEDS_USER' || remedies.includes('acknowledge');
  return asks && candidates.length > 0;
}

/** Says that writes wait, with the way to take them back at once; of one alone also that it was sent. */
export function tellQueued(title: string, ...ops: readonly Op[]): void {
  const key = tellWritten(text.records.queued(title), ...ops);
  const [only, ...others] = ops;
  if (only !== undefined && others.length === 0) followWrite(only.id, key, title);
}

/** What was done, and to which record, where its name does not stand in the words already. */
export function doneTo(title: string, { label }: Pick<Op, 'label'>): string {
  return label === '' ? title : text.line.of(title, label);
}

/** The same in a sentence of its own. */
export function tellWritten(said: string, ...ops: readonly Op[]): number {
  return toasts.say(said, takesBack(ops.map(({ id }) => id)));
}

/** The way back of several writes, as it stands in the notice that tells of them. */
export function takesBack(opIds: readonly string[], ways = WAYS): ToastAct {
  return { label: text.act.undo, run: () => void takeBack(opIds, ways) };
}

/**
 * The same of a job that may have ended before its last one: then it says how many were left.
 *
 * @param of the account that it was done for, where another one may be open by now
 */
export function tellPart(
  said: string,
  ops: readonly Op[],
  total: number,
  of: string | null = whose.id,
): void {
  if (ops.length === 0) return;
  const left = total - ops.length;
  const words = left === 0 ? said : text.records.partly(said, formatCount(left));
  toasts.say(words, takesBack(ops.map(({ id }) => id)), null, of);
}

/** What was not sent yet is cancelled, the rest undone. */
const WAYS: readonly PlainRemedy[] = ['cancel', 'undo'];
/** What came out of a file, and may have been sent elsewhere, is let go of; it can be brought back. */
export const WAYS_OF_IMPORT: readonly PlainRemedy[] = ['cancel', 'discard'];

/** Many that are taken back; the desk shows how far it is. */
export const takingBack = new Job();

interface TakenBack {
  /** What is said of those that were, each once. */
  readonly said: ReadonlySet<string>;
  /** Those that it could not be done for. */
  readonly left: readonly string[];
  /** Those that nobody came to before it was stopped. */
  readonly untouched: number;
  /** The writes by which all of it is had again; empty where that of one can't be. */
  readonly again: readonly string[];
}

/** A write that was cancelled is gone for good; all others can be had again. */
const WAYS_AGAIN: readonly PlainRemedy[] = ['restore', 'cancel', 'discard', 'undo'];

async function takeEach(
  opIds: readonly string[],
  ways: readonly PlainRemedy[],
  goesOn: Way,
): Promise<TakenBack> {
  const account = whose.id;
  const left: string[] = [];
  const said = new Set<string>();
  const again: string[] = [];
  let isForGood = false;
  const taken = (untouched: number): TakenBack => ({
    ...{ said, left, untouched, again: isForGood ? [] : again },
  });
  for (const [at, opId] of opIds.entries()) {
    if (!goesOn(at, opIds.length)) return taken(opIds.length - at);
    const got = await call('outbox.get', { opId });
    const op = got.ok ? got.value.op : null;
    const remedy = ways.find((way) => op?.remedies.includes(way));
    const made =
      remedy === undefined
        ? null
        : await call('outbox.decide', { opId, decision: { remedy }, account });
    if (made?.ok !== true || remedy === undefined) {
      left.push(opId);
      continue;
    }
    said.add(text.outbox.done[remedy]);
    again.push(made.value.op.id);
    isForGood ||= remedy === 'cancel';
  }
  return taken(0);
}

/**
 * Takes writes back; where that can't be done, the outbox shows them. Said once, however many they
 * are; stopped on the way, it says how many are left as they are.
 */
export async function takeBack(opIds: readonly string[], ways = WAYS): Promise<void> {
  const mine = whose.id;
  const all = (goesOn: Way) => takeEach(opIds, ways, goesOn);
  // Beside another one it does not wait: that one is what the desk shows.
  const { said, left, untouched, again } =
    (await takingBack.run(all)) ?? (await all(() => whose.id === mine));
  for (const what of said) {
    toasts.say(
      untouched === 0 ? what : text.records.partly(what, formatCount(untouched)),
      again.length === 0 ? null : takesBack(again, WAYS_AGAIN),
    );
  }
  if (left.length > 0) route.go('outbox', left.length === 1 ? left[0] : null);
}
