import type { AccountBase } from './account.ts';
import type { Collector } from './answers/collector.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Sync } from './sync/sync.ts';

/** Everything that belongs to the account in use; made and torn down as one. */
export interface AccountContext extends AccountBase {
  sync: Sync;
  outbox: Outbox;
  collector: Collector;
}
