import { SvelteSet } from 'svelte/reactivity';

/** The answers that are chosen in the list, whatever it is narrowed to by now. */
export class Chosen {
  readonly ids = new SvelteSet<string>();
  /** Whether it chose all, once the list is read; null while none is being read. */
  #choosing: Promise<boolean> | null = null;
  #turn = 0;

  /** Chooses all of a list that is still being read, unless something else is chosen meanwhile. */
  all(listed: Promise<readonly string[]>): void {
    this.giveUp();
    const [turn, size] = [this.#turn, this.ids.size];
    this.#choosing = listed.then((ids) => {
      if (turn !== this.#turn) return false;
      this.#choosing = null;
      if (size !== this.ids.size) return false;
      ids.forEach((id) => this.ids.add(id));
      return ids.length > 0;
    });
  }

  /** What is still being read is not chosen. */
  giveUp(): void {
    this.#turn += 1;
    this.#choosing = null;
  }

  /**
   * Resolves once all are chosen: a verdict that is given meanwhile is meant for them. False where they
   * could not be, or that was given up: then it is meant for nothing else.
   */
  ready(): Promise<boolean> {
    return this.#choosing ?? Promise.resolve(true);
  }

  /** In the order of the list; then those that it is narrowed past. */
  inOrder(listed: readonly string[]): string[] {
    const first = listed.filter((id) => this.ids.has(id));
    const isFirst = new SvelteSet(first);
    return [...first, ...[...this.ids].filter((id) => !isFirst.has(id))];
  }
}
