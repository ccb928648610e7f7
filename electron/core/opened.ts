import type { AccountContext } from './accountContext.ts';
import { fail } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';

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

/** Gives a call the account that is open; refuses it while none is. */
export type Opened = <T>(
  act: (context: AccountContext) => Promise<Result<T>>,
) => Promise<Result<T>>;

/** @param account the one that is open now */
export function openedBy(account: () => AccountContext | null): Opened {
  return async (act) => {
    const context = account();
    return context === null ? NO_ACCOUNT_OPEN : act(context);
  };
}
