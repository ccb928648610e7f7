import { fieldName } from '../../state/fieldName.ts';
import type { AppError, Op } from '../../bridge.ts';
import { text } from '../../text/en.ts';
import { worded } from '../../text/coreWords.ts';

/** What tells why a write waits for a person. */
export type AskingOp = Pick<Op, 'endpoint' | 'title' | 'error' | 'conflicts'>;

/** Codes of the desk's own reasons begin so; any other is the refusal of the service. */
const OWN = 'outbox.';

/** The error of a write, in the desk's own names of the fields; null where it has none. */
function namedError({ endpoint, error, conflicts }: Omit<AskingOp, 'title'>): AppError | null {
  if (error === null) return null;
  const { fields, ...rest } = worded(error);
  const named: AppError = { ...rest };
  if (fields !== undefined) {
    const members = Object.entries(fields);
    named.fields = Object.fromEntries(
      members.map(([field, messages]) => [fieldName(endpoint, field), messages]),
    );
  }
  if (conflicts.length > 0) {
    const disputed = conflicts.map(({ field }) => fieldName(endpoint, field));
    named.message = text.outbox.changedBoth(disputed.join(', '));
  }
  return named;
}

/**
 * Why a write asks, as it stands over the buttons that answer it: these are not told again, and
 * nobody is told to correct what has nothing to correct, as of an archiving that was refused.
 */
export function reasonNote(
  op: Omit<AskingOp, 'title'> & Pick<Op, 'remedies' | 'state'>,
): AppError | null {
  // What was given up asks nothing more; what was sent may still tell of something worth a look.
  if (op.state === 'CANCELLED' || op.state === 'DISCARDED') return null;
  const named = namedError(op);
  const idle =
    named?.next === 'openOutbox' || (named?.next === 'editInput' && !op.remedies.includes('edit'));
  return named !== null && idle ? { ...named, next: 'none' } : named;
}

/** Why a write asks, as one line of a table without its full stop; empty where it does not. */
export function reasonLine(op: AskingOp): string {
  const error = namedError(op);
  if (error === null) return '';
  // What is wrong with the fields says more than that something is wrong with them.
  const wrong = Object.entries(error.fields ?? {})
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
    .join('; ');
  const { status, code, message } = error;
  if (status === undefined || code.startsWith(OWN)) return withoutStop(message);
  const why =
    wrong === '' ? refusalIn(op.error?.message ?? message, message, op.title, status) : wrong;
  return text.outbox.refused(status, withoutStop(why));
}

function withoutStop(line: string): string {
  return line.replace(/\.$/, '');
}

/** What is new in the words of a refusal: what the service says of it, else what its status means. */
function refusalIn(detail: string, message: string, title: string, status: number): string {
  const said = /“(.+)”\.?$/s.exec(detail)?.[1];
  if (said !== undefined) return said;
  // The title and the status stand in the row already.
  const named = `${title}: `;
  const rest = message.startsWith(named) ? message.slice(named.length) : message;
  return rest.replace(` (${String(status)})`, '');
}

/** What the state of a write means. What holds it may say more, or the opposite. */
export function explanation({ state, hold }: Pick<Op, 'state' | 'hold'>): string {
  if (hold === 'handedOver' || hold === 'imported') return text.outbox.explainHold[hold];
  return hold === 'person' && (state === 'QUEUED' || state === 'UNCERTAIN')
    ? text.outbox.explainHold.person
    : text.outbox.explain[state];
}
