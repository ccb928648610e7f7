import type { Collecting } from '../../../shared/ipc/answers.ts';

/** Fetches the answers that somebody asked for, in the background. */
export interface Collector {
  /** Goes on with what was asked for before. A timer alone is enough; a call of wake only shortens the wait. */
  start(): void;
  /** Something may have become possible: a request, a sign-in, a network that is back. */
  wake(): void;
  /** Requests changed: what is under way and no longer wanted is cut off. */
  changed(): void;
  current(): Promise<Collecting>;
  close(): Promise<void>;
}
