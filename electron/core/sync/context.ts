import type { AccountContext } from '../account.ts';

/** What the parts of the sync share: the account without the sync and the outbox themselves. */
export interface SyncContext extends Omit<AccountContext, 'sync' | 'outbox'> {
  /** Ends every request when the account is closed. */
  signal: AbortSignal;
}
