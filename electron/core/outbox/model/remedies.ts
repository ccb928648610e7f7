import { endpoint, isWriteName } from '../../../../shared/api/catalogue.ts';
import type { Hold, OpState, Remedy } from '../../../../shared/ipc/shapes.ts';
import { unreachable } from '../../../../shared/result.ts';
import type { AppError } from '../../../../shared/result.ts';

/** Why a write waits for a person; the codes of its error. Any other code is the service's refusal. */
export const REASONS = {
  conflict: 'outbox.conflict',
  gone: 'outbox.gone',
  unverifiable: 'outbox.unverifiable',
  undecodable: 'outbox.undecodable',
  old: 'outbox.old',
  orphaned: 'outbox.orphaned',
  duplicate: 'outbox.duplicate',
  madeAnyway: 'outbox.madeAnyway',
  noPath: 'outbox.noPath',
  another: 'outbox.another',
  occupied: 'outbox.occupied',
} as const;

export const OLD = 'This write is older than seven days. Should it still be sent?';
export const GONE = 'The record was deleted at the service while this write waited.';

/** What an assignment would put out is not what its author saw there. */
export const OCCUPIED =
  'Something else has been assigned there since: the service may put it out in favour of this one.';

/** Asks about a write that is beyond understanding. */
export const UNDECODABLE: AppError = {
  kind: 'bug',
  code: REASONS.undecodable,
  message: 'This Waybill does not understand this write, perhaps because a newer one made it.',
  safe: 'It is kept as it is and was not sent. Everything else goes on.',
  next: 'report',
};

/** The same, of one that may have left before: it can't be looked for. */
export const UNDECODABLE_SENT: AppError = {
  ...UNDECODABLE,
  safe: 'It is kept as it is. It may have reached the service before: look there before you make it anew.',
};

/** Asks about a write whose record was never made. */
export const ORPHANED: AppError = {
  kind: 'conflict',
  code: REASONS.orphaned,
  message: 'The record that this write belongs to was given up.',
  safe: 'Bringing that one back brings this one back too.',
  next: 'openOutbox',
};

/** Asks about a write to a record whose id can't stand in an address, `.` or `..`. */
export const NO_PATH: AppError = {
  kind: 'conflict',
  code: REASONS.noPath,
  message: 'The id of this record can not stand in an address, so no request can be about it.',
  safe: 'Nothing was sent; the write is kept. Change the record where the service keeps it.',
  next: 'openOutbox',
};

/** Asks about a write whose id names something else by now. */
export const ANOTHER: AppError = {
  kind: 'conflict',
  code: REASONS.another,
  message: 'The service has given the id of this record to another one.',
  safe: 'Nothing was sent; the write is kept.',
  next: 'openOutbox',
};

/** A look for further records of a settled create has found some: a person is shown them. */
export function showsFurther(code: string | null): boolean {
  return code === REASONS.duplicate || code === REASONS.madeAnyway;
}

/** A reading failed for good: only a person can tell what becomes of the write. */
export function isForPerson(error: AppError): boolean {
  return error.kind === 'denied' || error.code === REASONS.another;
}

/** The write left or came in a file: what became of it elsewhere is not known here. */
export function wentByFile(hold: Hold | null): boolean {
  return hold === 'handedOver' || hold === 'imported';
}

/** A hold that only a person ends. */
export function isHeldBack(hold: Hold | null): boolean {
  return hold === 'person' || wentByFile(hold);
}

export interface RemedyInput {
  state: OpState;
  endpoint: string;
  hold: Hold | null;
  /** Code of the op's error. */
  code: string | null;
  /** Whether anything travels in its body. */
  hasPatch: boolean;
}

/** What a person can do with a write in its present state. */
export function remediesOf(op: RemedyInput): Remedy[] {
  const edit: Remedy[] = op.hasPatch ? ['edit'] : [];
  switch (op.state) {
    case 'QUEUED':
      if (isHeldBack(op.hold)) return ['resume', 'cancel', ...edit];
      return ['cancel', ...edit, 'hold', 'retry'];
    case 'UNCERTAIN':
      if (wentByFile(op.hold)) return ['resume', 'discard'];
      return isHeldBack(op.hold) ? ['resume'] : ['retry'];
    case 'SENDING':
    case 'VERIFYING':
    case 'REJECTED':
      return [];
    case 'CANCELLED':
      return seen(op);
    case 'NEEDS_USER':
      return attention(op, edit);
    case 'CONFIRMED':
      return [...seen(op), ...(inverseOf(op.endpoint) === 'none' ? [] : (['undo'] as const))];
    case 'DISCARDED':
      return [...seen(op), 'restore'];
    default:
      return unreachable(op.state);
  }
}

function seen(op: RemedyInput): Remedy[] {
  return showsFurther(op.code) ? ['acknowledge'] : [];
}

function attention(op: RemedyInput, edit: Remedy[]): Remedy[] {
  switch (op.code) {
    case REASONS.conflict:
      return ['resolve', 'discard'];
    case REASONS.gone:
      return ['retry', ...(canRecreate(op.endpoint) ? (['recreate'] as const) : []), 'discard'];
    case REASONS.unverifiable:
    case REASONS.duplicate:
    case REASONS.madeAnyway:
      return [...(creates(op.endpoint) ? (['link'] as const) : []), 'retry', 'discard'];
    case REASONS.another:
      return ['retry', 'discard'];
    case REASONS.undecodable:
    case REASONS.orphaned:
    case REASONS.noPath:
      return ['discard'];
    default:
      return ['retry', ...edit, 'discard'];
  }
}

/** The endpoint that undoes a write, or `none`. */
export function inverseOf(name: string): string {
  return isWriteName(name) ? (endpoint(name).write?.inverse ?? 'none') : 'none';
}

function creates(name: string): boolean {
  return isWriteName(name) && endpoint(name).write?.does === 'create';
}

function canRecreate(name: string): boolean {
  return isWriteName(name) && endpoint(name).write?.does === 'update';
}
