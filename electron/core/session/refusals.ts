import { fail } from '../../../shared/result.ts';

export const UNKNOWN_ACCOUNT = fail({
  kind: 'missing',
  code: 'session.unknownAccount',
  message: 'This account is not on this computer.',
  safe: 'Nothing was changed.',
});

export const NO_ACCOUNT = fail({
  kind: 'auth',
  code: 'account.none',
  message: 'No account is in use.',
  safe: 'Nothing was changed.',
  next: 'signIn',
});
