import type { SvelteSet } from 'svelte/reactivity';
import { HeldRow } from './heldRow.ts';
import type { NamedRows } from './heldRow.ts';

/** What a table gives to choose from, at the moment it is asked. */
export interface Choosable<T> extends NamedRows<T> {
  /** Ids of the rows that are chosen; none where a table offers no choice. */
  selection: SvelteSet<string> | undefined;
  /** Ids of the whole view in its order. */
  allIds: (() => Promise<readonly string[]>) | undefined;
  /** Another one where another view is shown. */
  viewKey: string;
}

/** Chooses rows of a table one by one, from one to another, and all of them. */
export class RowChoice<T> {
  /** Counts what was chosen, to tell whether it happened while an answer was on its way. */
  #choices = 0;
  readonly #of: () => Choosable<T>;
  /** Where a choice from one row to another begins. */
  readonly anchor: HeldRow<T>;

  constructor(of: () => Choosable<T>) {
    this.#of = of;
    this.anchor = new HeldRow(of);
  }

  toggle(index: number): void {
    const { source, idOf, selection } = this.#of();
    const row = source.at(index);
    if (row === undefined || selection === undefined) return;
    this.#choices += 1;
    const rowId = idOf(row);
    if (!selection.delete(rowId)) selection.add(rowId);
  }

  /** Chooses the rows from the anchor to this one, and no others; those that are not read yet follow. */
  async extendTo(index: number): Promise<void> {
    const { source, idOf, selection, allIds } = this.#of();
    if (selection === undefined) return;
    const anchor = this.anchor.now();
    const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)];
    const rows = Array.from({ length: to - from + 1 }, (_, i) => source.at(from + i));
    const known = rows.flatMap((row) => (row === undefined ? [] : [idOf(row)]));
    selection.clear();
    for (const one of known) selection.add(one);
    this.#choices += 1;
    if (known.length === rows.length) return;
    const choices = this.#choices;
    const ids = (await allIds?.()) ?? [];
    // What the person chose meanwhile, or gave up, counts for more.
    if (this.#choices !== choices || selection.size !== known.length) return;
    for (const one of ids.slice(from, to + 1)) selection.add(one);
  }

  /** Nothing is chosen any more, nor will be by what is still on its way. */
  clear(): void {
    this.#choices += 1;
    this.#of().selection?.clear();
  }

  /** Chooses every row of the view, unless the person chose, gave up or went elsewhere meanwhile. */
  async all(): Promise<void> {
    this.#choices += 1;
    const choices = this.#choices;
    const { selection, allIds, viewKey } = this.#of();
    const size = selection?.size;
    const ids = (await allIds?.()) ?? [];
    const isMeant = this.#choices === choices && this.#of().viewKey === viewKey;
    if (!isMeant || selection?.size !== size) return;
    for (const one of ids) selection?.add(one);
  }
}
