import type { AccountInUse, AccountInUseSetup } from './accountInUse.ts';

/** What the acts of a session share: the accounts of this computer, and the one in use. */
export interface SessionContext extends AccountInUseSetup {
  inUse: AccountInUse;
}
