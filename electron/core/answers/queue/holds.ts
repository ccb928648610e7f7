import type { Collecting } from '../../../../shared/ipc/answers.ts';
import { NO_BACKOFF, isOver, backoffOf } from '../../backoff.ts';
import type { Backoff } from '../../backoff.ts';
import type { CollectContext } from './fetchAnswer.ts';

/** After the service asked to wait, or failed: this long, twice as long each time, up to the most. */
const FIRST_BACKOFF_MS = 2_000;
const LONGEST_BACKOFF_MS = 5 * 60_000;

/** Why nothing is asked for now. */
export type Held = Exclude<Collecting['held'], null>;

/** What keeps answers from being asked for: the connection, or a pause that grows. */
export class Holds {
  readonly #connection: CollectContext['connection'];
  readonly #clock: CollectContext['ports']['clock'];
  /** Backoffs in a row, until when the present one lasts, and why. */
  #failures = 0;
  #backoff: Backoff = NO_BACKOFF;
  #why: Held | null = null;

  constructor({ connection, ports }: Pick<CollectContext, 'connection' | 'ports'>) {
    this.#connection = connection;
    this.#clock = ports.clock;
  }

  /** Null while answers may be asked for. */
  now(): Held | null {
    if (!this.#connection.signedIn()) return 'signedOut';
    if (!this.#connection.maySend()) return 'offline';
    return isOver(this.#backoff, this.#clock.now()) ? null : this.#why;
  }

  /** Whether the last answer could not be had. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  /** How long the present pause lasts, in ms; 0 or less where there is none. */
  leftMs(): number {
    return this.#backoff.untilMs - this.#clock.now();
  }

  add(why: Held): void {
    this.#failures += 1;
    this.#why = why;
    const ms = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.#failures - 1));
    this.#backoff = backoffOf(ms, this.#clock.now());
  }

  /** An answer came: the next pause is a short one. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Things may have changed; what the service asked for still counts. */
  wake(): void {
    if (this.#why !== 'rateLimit') this.#backoff = NO_BACKOFF;
  }
}
