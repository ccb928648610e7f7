import type { Result } from '../../shared/result.ts';
import type { AccountContext } from './accountContext.ts';
import { NO_ACCOUNT_OPEN } from './refusals.ts';

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
