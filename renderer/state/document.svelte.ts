import { call, listen } from '../bridge.ts';
import type { AppError, Input, ReadName } from '../bridge.ts';

type Ask = Omit<Input<'records.read'>, 'endpoint' | 'refresh'> & { endpoint: ReadName };

/** A document that the service answers whole: the mirror's copy at once, then a fresh one. */
export class DocumentRead {
  #json = $state.raw<string | null>(null);
  #readAt = $state<number | null>(null);
  #error = $state.raw<AppError | null>(null);
  #reading = $state(false);
  #asked = 0;
  readonly ask: Ask;

  constructor(ask: Ask) {
    this.ask = ask;
  }

  /** JSON text as the service spelled it; null where the mirror has no copy. */
  get json(): string | null {
    return this.#json;
  }
  get readAt(): number | null {
    return this.#readAt;
  }
  get error(): AppError | null {
    return this.#error;
  }
  get reading(): boolean {
    return this.#reading;
  }

  start(): () => void {
    void this.#read('never').then(() => this.refresh());
    return listen('documentChanged', ({ endpoint }) => {
      if (endpoint === this.ask.endpoint) void this.#read('never');
    });
  }

  async refresh(): Promise<void> {
    await this.#read('always');
  }

  async #read(refresh: 'never' | 'always'): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    if (refresh === 'always') this.#reading = true;
    const result = await call('records.read', { ...this.ask, refresh });
    if (refresh === 'always') this.#reading = false;
    if (asked !== this.#asked && refresh === 'never') return;
    if (!result.ok) {
      this.#error = result.error;
      return;
    }
    const { json, readAt, error } = result.value;
    if (json !== null) this.#json = json;
    if (readAt !== null) this.#readAt = readAt;
    this.#error = error;
  }
}
