import type { AccountBase } from './account.ts';
import type { Attachments } from './attachments/attachments.ts';
import type { Collector } from './answers/collector.ts';
import type { Exporter } from './exports/exporter.ts';
import type { Ground } from './ground/ground.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Packs } from './packs/packs.ts';
import type { Sync } from './sync/sync.ts';

/** Everything that belongs to the account in use; made and torn down as one. */
export interface AccountContext extends AccountBase {
  sync: Sync;
  outbox: Outbox;
  collector: Collector;
  attachments: Attachments;
  exporter: Exporter;
  ground: Ground;
  packs: Packs;
}

/** What documents and exports need of an account: its data and the ways to more of it. */
export type ReadingContext = Pick<
  AccountContext,
  'identity' | 'store' | 'connection' | 'sync' | 'api' | 'emit' | 'attachments'
>;
