import type { Collecting } from '../../../shared/ipc/answers.ts';

/** Fetches the answers that somebody asked for, in the background. */
export interface Collector {
  /** Goes on with what was asked for before. A timer alone is enough; hints only hurry it. */
  start(): void;
  /** Something may have become possible: a request, a sign-in, an online hint. */
  hint(): void;
  /** Requests changed: what is under way and no longer wanted is cut off. */
  changed(): void;
  current(): Promise<Collecting>;
  close(): Promise<void>;
}
