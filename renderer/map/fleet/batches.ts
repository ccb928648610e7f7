/** Gathers ids for a moment, so that many wishes become one question. Each id is asked once. */
export class Batches {
  readonly #wanted = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #ask: (ids: readonly string[]) => Promise<boolean>;
  readonly #size: number;
  readonly #batchMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `ask` tells whether it was answered; an id that was not is asked again when it is wished again. */
  constructor(
    ask: (ids: readonly string[]) => Promise<boolean>,
    options: { readonly size: number; readonly batchMs: number },
  ) {
    this.#ask = ask;
    this.#size = options.size;
    this.#batchMs = options.batchMs;
  }

  /** Wishes for an id that was never asked. */
  want(id: string): void {
    if (!this.#asked.has(id)) this.wantAgain(id);
  }

  /** Wishes for an id whose answer has become old. */
  wantAgain(id: string): void {
    this.#asked.add(id);
    this.#wanted.add(id);
    this.#timer ??= setTimeout(() => void this.#send(), this.#batchMs);
  }

  /** Ids that were asked or are wished for. */
  get asked(): ReadonlySet<string> {
    return this.#asked;
  }

  /** Forgets what was asked and drops what is wished for. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wanted.clear();
    this.#asked.clear();
  }

  async #send(): Promise<void> {
    while (this.#wanted.size > 0) {
      const ids = [...this.#wanted].slice(0, this.#size);
      for (const id of ids) this.#wanted.delete(id);
      const answered = await this.#ask(ids);
      if (!answered) for (const id of ids) this.#asked.delete(id);
    }
    this.#timer = undefined;
  }
}
