import { SvelteSet } from 'svelte/reactivity';

/** The answers that are chosen in the list, whatever it is narrowed to by now. */
export class Chosen {
  readonly ids = new SvelteSet<string>();
  #choosing: Promise<void> = Promise.resolve();

  /** Chooses all of a list that is still being read. */
  all(listed: Promise<readonly string[]>): void {
    this.#choosing = listed.then((ids) => ids.forEach((id) => this.ids.add(id)));
  }

  /** Resolves once all are chosen: a verdict that is given meanwhile is meant for them. */
  ready(): Promise<void> {
    return this.#choosing;
  }

  /** In the order of the list; then those that it is narrowed past. */
  inOrder(listed: readonly string[]): string[] {
    const first = listed.filter((id) => this.ids.has(id));
    const isFirst = new SvelteSet(first);
    return [...first, ...[...this.ids].filter((id) => !isFirst.has(id))];
  }
}
