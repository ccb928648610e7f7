import { fail } from '../../../../shared/result.ts';
import type { AppError } from '../../../../shared/result.ts';

/** An op that the ledger does not have. */
export function unknownOp(): { ok: false; error: AppError } {
  return fail({
    kind: 'missing',
    code: 'outbox.unknown',
    message: 'This write is not in the outbox.',
    safe: 'Nothing was changed.',
  });
}

/** A move that the op's state does not allow. `why` is a sentence. */
export function wrongState(why: string): { ok: false; error: AppError } {
  return fail({
    kind: 'conflict',
    code: 'outbox.wrongState',
    message: why,
    safe: 'Nothing was changed.',
    next: 'openOutbox',
  });
}
