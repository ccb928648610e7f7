import { setImmediate as nextRound } from 'node:timers/promises';
import type { HttpRequest } from '../../electron/core/ports.ts';
import { filesAreBusy } from './files.ts';

/**
 * Lanes work at once, and which of them has its files written first is the machine's doing. What
 * they ask leaves one after another, in an order of its own, once nothing else moves.
 */
export class Departures {
  readonly #isBusy: () => boolean;
  #waiting: { name: string; go: () => void }[] = [];

  /** @param isBusy whether the service is at work */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  /** Requests that have not left yet. */
  get count(): number {
    return this.#waiting.length;
  }

  /** Waits until it is this one's turn; `desk` is the number of the desk that sends it. */
  async inOrder({ method, url, body }: HttpRequest, desk: number): Promise<void> {
    await new Promise<void>((go) => {
      this.#waiting.push({ name: `${method} ${url} ${String(body)} ${desk}`, go });
      if (this.#waiting.length === 1) void this.#letGo();
    });
  }

  async #letGo(): Promise<void> {
    do {
      do await nextRound();
      while (this.#isBusy() || filesAreBusy());
      this.#waiting.sort((a, b) => (a.name < b.name ? -1 : 1));
      this.#waiting[0]?.go();
      // It is counted until it has left, so that no other run of this begins.
      await nextRound();
      this.#waiting.shift();
    } while (this.#waiting.length > 0);
  }
}
