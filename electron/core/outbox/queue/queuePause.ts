import type { Clock, Random } from '../../ports.ts';
import { NO_BACKOFF, isOver, backoffOf } from '../../backoff.ts';
import { pauseMs } from './context.ts';
import type { Step } from './context.ts';

/** Pauses of the whole queue: after failures of the network or the disk, and as the service asks. */
export class QueuePause {
  readonly #clock: Clock;
  readonly #random: Random;
  #pause = NO_BACKOFF;
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
    return isOver(this.#pause, this.#clock.now());
  }
  get untilMs(): number {
    return this.#pause.untilMs;
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
    const ms = step.ms ?? pauseMs(this.#random.fraction(), this.#failures);
    const next = backoffOf(ms, this.#clock.now());
    // What asked for the longer pause is why it lasts, whatever another lane meets meanwhile.
    if (!this.isOver && next.untilMs <= this.#pause.untilMs) return;
    this.#pause = next;
    this.#why = step.why === 'disk' || step.why === 'rateLimit' ? step.why : null;
  }

  /** Something may have become possible; what the service asked for lasts all the same. */
  wake(): void {
    if (this.#why !== 'rateLimit') this.#pause = NO_BACKOFF;
  }
}
