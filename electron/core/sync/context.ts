import type { AccountBase } from '../account.ts';
import type { RecordChange } from '../db/types.ts';

/** What the parts of the sync share: the account without the sync and the outbox themselves. */
export interface SyncContext extends Omit<AccountBase, 'sync' | 'outbox'> {
  /** Ends every request when the account is closed. */
  signal: AbortSignal;
  /** Tells the desk of changes, coalesced; those of records are told by the store itself. */
  tell(changes: readonly RecordChange[]): void;
}
