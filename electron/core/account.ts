import type { AnyEvent } from '../../shared/ipc/contract.ts';
import type { Connection } from '../../shared/ipc/shapes.ts';
import type { ApiClient } from './api/types.ts';
import type { Store } from './db/types.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Ports } from './ports.ts';
import type { Sync } from './sync/sync.ts';

/**
 * Whose mirror and queue this is: workspace, base address with its path prefix, tenant and user
 * together. One database file each. A port or a host alone names nobody.
 */
export interface Identity {
  /** Names the files of this identity: a hash of the four parts. */
  id: string;
  workspace: 'local' | 'remote';
  /** The constant workspace id of the embedded service, or the normalised base address. */
  service: string;
  tenant: string;
  user: string;
}

/** Whether requests may leave, and what the desk is told of it. */
export interface ConnectionMonitor {
  /** False under *Work offline* and while signed out; true means a request may be tried. */
  maySend(): boolean;
  signedIn(): boolean;
  current(): Connection;
  /** The client tells of each contact: `true` after an answer of the service, `false` after none. */
  report(reached: boolean): void;
  setSyncing(syncing: Connection['syncing']): void;
  setCounts(counts: { waiting: number; needsYou: number }): void;
  onChange(listener: () => void): () => void;
}

/** Everything that belongs to the account in use; made and torn down as one. */
export interface AccountContext {
  identity: Identity;
  ports: Ports;
  store: Store;
  api: ApiClient;
  connection: ConnectionMonitor;
  emit(event: AnyEvent): void;
  sync: Sync;
  outbox: Outbox;
}
