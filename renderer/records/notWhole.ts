import type { AppError } from '../bridge.ts';
import { text } from '../text/en.ts';

/** A file of days or of their points is refused where some of them could not be read. */
export function notWhole(): { ok: false; error: AppError } {
  const { message, safe } = text.history.export.notWhole;
  return {
    ok: false,
    error: { kind: 'local', code: 'desk.notWhole', message, safe, next: 'retry' },
  };
}
