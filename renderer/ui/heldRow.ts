import type { RowSource } from '../state/pagedWindow.svelte.ts';

/** Rows, and what names each of them. */
export interface NamedRows<T> {
  source: RowSource<T>;
  idOf: (row: T) => string;
}

/** How many rows may come before a row, or go, and it is still found. */
const NEAR = 200;

/**
 * A row that a person went to: where others come before it or go, its record is followed, so that a key does
 * not act on what slid under it.
 */
export class HeldRow<T> {
  #index = 0;
  /** Null while the row is not read; undefined where nobody went to it, and its place alone counts. */
  #id: string | null | undefined = undefined;
  /** A row that is in no page for now: the next page may bring it back. */
  #lost: string | null = null;
  readonly #of: () => NamedRows<T>;

  constructor(of: () => NamedRows<T>) {
    this.#of = of;
  }

  /** The person went to the row of this place; -1 is none. */
  hold(index: number): void {
    this.#lost = null;
    this.#index = index;
    this.#id = index < 0 ? undefined : this.#idAt(index);
  }

  /** Another list begins at its first row, to which nobody went yet. */
  letGo(): void {
    this.#index = 0;
    this.#id = undefined;
    this.#lost = null;
  }

  /** Where the row is by now; its place as before where it is gone, or too far. */
  now(): number {
    const back = this.#lost === null ? -1 : this.#near(this.#lost);
    if (back !== -1) {
      this.hold(back);
      return back;
    }
    const id = this.#id;
    const there = this.#idAt(this.#index);
    if (id === undefined || there === null || there === id) return this.#index;
    const index = id === null ? -1 : this.#near(id);
    const lost = this.#lost;
    this.hold(index === -1 ? this.#index : index);
    if (index === -1) this.#lost = id ?? lost;
    return this.#index;
  }

  /** As `now`, of the place where a table has it: that is not followed once the table went elsewhere. */
  nowFrom(index: number): number {
    return index === this.#index ? this.now() : index;
  }

  #idAt(index: number): string | null {
    const { source, idOf } = this.#of();
    const row = source.at(index);
    return row === undefined ? null : idOf(row);
  }

  #near(id: string): number {
    // It may be back in its very place, where another one stood meanwhile.
    for (let far = 0; far <= NEAR; far += 1) {
      for (const index of [this.#index + far, this.#index - far]) {
        if (index >= 0 && this.#idAt(index) === id) return index;
      }
    }
    return -1;
  }
}
