import { call, listen } from '../../bridge.ts';
import type { AppError, Output } from '../../bridge.ts';

/** Everything that is known of one write, read anew whenever the outbox changes. */
export class OpStory {
  #id: string | null = null;
  #content = $state.raw<Output<'outbox.get'> | null>(null);
  #error = $state.raw<AppError | null>(null);
  #asked = 0;

  /** Null while it is on its way, and where no write is chosen. */
  get content(): Output<'outbox.get'> | null {
    return this.#content;
  }
  get error(): AppError | null {
    return this.#error;
  }

  start(): () => void {
    return listen('outbox', () => void this.load());
  }

  show(id: string | null): void {
    if (id === this.#id) return;
    this.#id = id;
    this.#content = null;
    this.#error = null;
    void this.load();
  }

  /** Reads it again. */
  async load(): Promise<void> {
    const id = this.#id;
    this.#asked += 1;
    const mine = this.#asked;
    if (id === null) return;
    const result = await call('outbox.get', { opId: id });
    if (mine !== this.#asked) return;
    this.#error = result.ok ? null : result.error;
    if (result.ok) this.#content = result.value;
  }
}
