import { fail } from '../../shared/result.ts';

/** Calls of one page that may be under way at once; the desk has a handful. */
export const MOST_CALLS = 64;

/** What a page is told that asks for more than that. */
export const BUSY = fail({
  kind: 'local',
  code: 'ipc.busy',
  message: 'Waybill is still busy with what this page asked before.',
  safe: 'Nothing was changed.',
  next: 'retry',
});
