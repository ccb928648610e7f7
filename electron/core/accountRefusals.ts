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
