import type { SvelteSet } from 'svelte/reactivity';
import type { RowSource } from '../state/pagedWindow.svelte.ts';

/** What a table gives to choose from, at the moment it is asked. */
export interface Choosable<T> {
  source: RowSource<T>;
  idOf: (row: T) => string;
  /** Ids of the rows that are chosen; none where a table offers no choice. */
  selection: SvelteSet<string> | undefined;
  /** Ids of the whole view in its order. */
  allIds: (() => Promise<readonly string[]>) | undefined;
}

/** Chooses rows of a table one by one, from one to another, and all of them. */
export class RowChoice<T> {
  /** Where a choice from one row to another begins. */
  anchor = 0;
  readonly #of: () => Choosable<T>;

  constructor(of: () => Choosable<T>) {
    this.#of = of;
  }

  toggle(index: number): void {
    const { source, idOf, selection } = this.#of();
    const row = source.at(index);
    if (row === undefined || selection === undefined) return;
    const rowId = idOf(row);
    if (!selection.delete(rowId)) selection.add(rowId);
  }

  /** Chooses the rows from the anchor to this one, and no others. */
  extendTo(index: number): void {
    const { source, idOf, selection } = this.#of();
    if (selection === undefined) return;
    selection.clear();
    for (let at = Math.min(this.anchor, index); at <= Math.max(this.anchor, index); at += 1) {
      const row = source.at(at);
      if (row !== undefined) selection.add(idOf(row));
    }
  }

  async all(): Promise<void> {
    const { selection, allIds } = this.#of();
    for (const one of (await allIds?.()) ?? []) selection?.add(one);
  }
}
