import type { Clock, Random } from '../../ports.ts';
import { NO_BACKOFF, isOver, backoffOf } from '../../backoff.ts';
import type { Backoff } from '../../backoff.ts';
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
  /** As the service asked: nothing ends it early. */
  #asked = NO_BACKOFF;
  /** After a failure of the network, the session or the disk. */
  #failed = NO_BACKOFF;
  #isDisk = false;
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
    const now = this.#clock.now();
    return isOver(this.#asked, now) && isOver(this.#failed, now);
  }
  get untilMs(): number {
    return Math.max(this.#asked.untilMs, this.#failed.untilMs);
  }
  /** Why nothing is being sent, where that is not the connection's: of two pauses the longer one says so. */
  get why(): 'disk' | 'rateLimit' | null {
    const now = this.#clock.now();
    const endOf = (held: Backoff): number => (isOver(held, now) ? 0 : held.untilMs);
    const [asked, failed] = [endOf(this.#asked), endOf(this.#failed)];
    if (asked > 0 && asked >= failed) return 'rateLimit';
    return failed > 0 && this.#isDisk ? 'disk' : null;
  }

  /** Takes what a step of sending or verifying means for all. */
  learn(step: Exclude<Step, { is: 'backOff' }>): void {
    if (step.is === 'done') {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    const ms = step.ms ?? backoffMs(this.#random.fraction(), this.#failures);
    const now = this.#clock.now();
    const next = backoffOf(ms, now);
    // A longer pause stays, whatever another lane meets meanwhile.
    const isLonger = (held: Backoff): boolean => isOver(held, now) || next.untilMs > held.untilMs;
    if (step.why === 'rateLimit') {
      if (isLonger(this.#asked)) this.#asked = next;
    } else if (isLonger(this.#failed)) {
      this.#failed = next;
      this.#isDisk = step.why === 'disk';
    }
  }

  /** Something may have become possible. */
  wake(): void {
    this.#failed = NO_BACKOFF;
  }
}
