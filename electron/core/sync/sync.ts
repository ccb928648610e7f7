import type { ReadName } from '../../../shared/api/catalogue.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { Result } from '../../../shared/result.ts';
import type { Params, Query } from '../api/types.ts';
import type { RemovalCounts } from './removals.ts';

/** Keeps the mirror fresh: scans, single records, documents, positions. */
export interface Sync {
  /** Starts the timers: a first complete scan, positions every few seconds, scans every few minutes. */
  start(): void;
  /** Scans an entity (every entity without one) now. */
  scan(entity?: Entity): Promise<Result<Record<string, never>>>;
  /**
   * Ends the reading of lists that is under way, as a person wishes. What was read stays; lists that
   * were not read wait as long as after a reading, or for the next `scan`.
   */
  stop(): void;
  /** Reads one record by id into the mirror; `null` when the service says it is gone: it stays here. */
  readRecord(entity: Entity, id: string): Promise<Result<{ json: string } | null>>;
  /** Does so for a person who looks at it; one that is proved to be gone goes into the trash. */
  refreshRecord(entity: Entity, id: string): Promise<Result<{ json: string } | null>>;
  /** Reads any document row into the mirror. */
  readDocument(
    endpoint: ReadName,
    params: Params,
    query: Query,
  ): Promise<Result<{ json: string; readAt: number }>>;
  /** Carries out a removal that was stopped and that a person confirmed. */
  confirmRemoval(entity: Entity): Promise<Result<RemovalCounts>>;
  /** Last known positions; from the mirror until the service has answered. */
  positions(): Promise<Output<'records.positions'>>;
  /** Begins the next run now: the network is back, the computer woke, the desk has the focus. */
  wake(): void;
  close(): Promise<void>;
}
