import type { Identity } from './identity.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import type { Connection } from '../../shared/ipc/shapes.ts';
import type { Entity } from '../../shared/model/entity.ts';
import type { AppError } from '../../shared/result.ts';
import type { ApiClient } from './api/types.ts';
import type { Store } from './database.ts';
import type { AccountPorts } from './ports.ts';

/** Whether requests may leave, and what the desk is told of it. */
export interface ConnectionMonitor {
  /** False under *Work offline* and while signed out; true means a request may be tried. */
  maySend(): boolean;
  signedIn(): boolean;
  current(): Connection;
  /** The client tells of each contact: `true` after an answer of the service, `false` after none. */
  report(reached: boolean): void;
  setSyncing(syncing: Connection['syncing']): void;
  /** Why a list could not be read; null once it was. */
  setFailed(entity: Entity, error: AppError | null): void;
  setCounts(counts: { waiting: number; needsYou: number }): void;
  onChange(listener: () => void): () => void;
}

/** What sync and outbox are built on: whose data it is, and the ways to disk and service. */
export interface AccountBase {
  identity: Identity;
  /** The network is not among them: `api` asks the service, and maps their servers. */
  ports: AccountPorts;
  store: Store;
  api: ApiClient;
  connection: ConnectionMonitor;
  emit(event: AnyEvent): void;
}
