import { fail } from '../../shared/result.ts';

/** The answer to a call that needs an account, while none is open. */
export const NO_ACCOUNT_OPEN = fail({
  kind: 'auth',
  code: 'account.none',
  message: 'No account is open.',
  safe: 'Nothing was changed.',
  next: 'signIn',
});

/** The answer to a call for an account that was closed while it waited for a person. */
export const OTHER_ACCOUNT_OPEN = fail({
  kind: 'invalid',
  code: 'account.other',
  message: 'Another account was opened meanwhile.',
  safe: 'Nothing of either account was changed.',
});

/**
 * The answer to what would ask somebody while *Work offline* is on.
 *
 * @param safe the state that it leaves things in, as one sentence
 */
export function workOffline(safe: string) {
  return fail({
    kind: 'offline',
    code: 'connection.workOffline',
    message: 'Work offline is switched on.',
    safe,
    next: 'waitForNetwork',
  });
}

/** What a mistake in Waybill itself comes to, where it went on: its cause stands in the log. */
export const OWN_MISTAKE = fail({
  kind: 'bug',
  code: 'ipc.bug',
  message: 'Something went wrong inside Waybill.',
  safe: 'Whatever was saved before is intact.',
  next: 'report',
});
