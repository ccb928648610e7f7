import type { Clock, Random } from '../../ports.ts';
import { NO_BACKOFF, isOver, backoffOf } from '../../backoff.ts';
import type { Step } from './context.ts';

const LEAST_BACKOFF_MS = 2_000;
/** Of an op or of the queue, where the service did not ask for a longer one. */
const LONGEST_BACKOFF_MS = 300_000;

/** A pause with full jitter, growing from 2 s to 5 min with the failures in a row. */
export function backoffMs(fraction: number, failures: number): number {
  const top = Math.min(LONGEST_BACKOFF_MS, LEAST_BACKOFF_MS * 2 ** Math.min(failures, 12));
  return Math.round(LEAST_BACKOFF_MS + fraction * (top - LEAST_BACKOFF_MS));
}

/** Pauses of the whole queue: after failures of the network or the disk, and as the service asks. */
export class QueueBackoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #backoff = NO_BACKOFF;
  #why: 'disk' | 'rateLimit' | null = null;
  #failures = 0;

  constructor({ clock, random }: { clock: Clock; random: Random }) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Whether the last step failed: then the next one goes alone. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }
  get isOver(): boolean {
    return isOver(this.#backoff, this.#clock.now());
  }
  get untilMs(): number {
    return this.#backoff.untilMs;
  }
  /** Why nothing is being sent, where that is not the connection's. */
  get why(): 'disk' | 'rateLimit' | null {
    return this.isOver ? null : this.#why;
  }

  /** Takes what a step of sending or verifying means for all. */
  learn(step: Exclude<Step, { is: 'backOff' }>): void {
    if (step.is === 'done') {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    const ms = step.ms ?? backoffMs(this.#random.fraction(), this.#failures);
    const next = backoffOf(ms, this.#clock.now());
    // What asked for the longer pause is why it lasts, whatever another lane meets meanwhile.
    if (!this.isOver && next.untilMs <= this.#backoff.untilMs) return;
    this.#backoff = next;
    this.#why = step.why === 'disk' || step.why === 'rateLimit' ? step.why : null;
  }

  /** Something may have become possible; what the service asked for lasts all the same. */
  wake(): void {
    if (this.#why !== 'rateLimit') this.#backoff = NO_BACKOFF;
  }
}
