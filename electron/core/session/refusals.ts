import { fail } from '../../../shared/result.ts';
import { OTHER_PERSON } from '../api/errors.ts';

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

/** Of overrides of the connection profile that were seen before others were kept. */
export const PROFILE_CHANGED = fail({
  kind: 'conflict',
  code: 'profile.changed',
  message:
    'The profile was changed in another window meanwhile. Cancel shows what is there now; to save again replaces it.',
  safe: 'Nothing was saved.',
  next: 'editInput',
});

/** Of a sign-in: the token is one person's, and the service tells another. */
export const MIXED_UP = fail({
  kind: 'auth',
  code: OTHER_PERSON,
  message:
    'The service names another person than the sign-in that it gave out. It, or something on the way, may mix up sign-ins.',
  safe: 'Nobody was signed in, and nothing was changed here.',
  next: 'retry',
});
