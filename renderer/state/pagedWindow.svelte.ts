import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { AppError, Result } from '../bridge.ts';

const PAGE = 100;
/** Pages kept beyond those on screen; 100,000 rows never live in the desk at once. */
const CACHED_PAGES = 30;
/**
 * Questions under way at once: the core answers one after another, so whoever types or scrolls fast
 * would wait for answers that nobody looks at any more.
 */
const MOST_QUESTIONS = 2;

/** Where rows are seen; what is printed is read beside what is scrolled. */
export type Surface = 'screen' | 'paper';

/** What a table needs of a long list: how many there are, and the ones in sight. */
export interface RowSource<T> {
  readonly total: number;
  /** The row at a position, or undefined while it is on its way. */
  at(index: number): T | undefined;
  /** Says which positions are in sight (`to` excluded): on the screen, and beside that on paper. */
  show(from: number, to: number, on?: Surface): void;
}

/** Rows of a window, and how many there are in all. */
interface Page<T> {
  rows: readonly T[];
  total: number;
}

/**
 * A long list of the core, read by windows. When it changes, only what is in sight is read again;
 * old rows stay on screen until the new ones are there.
 */
export abstract class PagedWindow<
  T extends { id: string },
  P extends Page<T> = Page<T>,
> implements RowSource<T> {
  #total = $state(0);
  #loaded = $state(false);
  #error = $state.raw<AppError | null>(null);
  #changes = $state(0);
  #answers = $state(0);
  readonly #pages = new SvelteMap<number, readonly T[]>();
  readonly #stale = new SvelteSet<number>();
  readonly #asked = new SvelteSet<number>();
  #generation = 0;
  /** The last generation of which anything was answered. */
  #answered = -1;
  #underWay = 0;
  /** Something in sight was not asked for yet. */
  #waiting = false;
  #from = 0;
  #to = PAGE;
  /** What is printed is in sight too; none where it ends before it begins. */
  #paper = { first: 0, last: -1 };

  /** Reads a window of the list as it is wanted now. */
  protected abstract read(offset: number, limit: number): Promise<Result<P>>;
  /** Takes what else a page tells. */
  protected took?(page: P): void;

  get total(): number {
    return this.#total;
  }
  /** Moves when the list changed at the core, never by scrolling. */
  get changes(): number {
    return this.#changes;
  }
  /** Moves with the first answer to each view, and to each change: what else is asked can follow. */
  get answers(): number {
    return this.#answers;
  }
  /** False until the core has answered once. */
  get loaded(): boolean {
    return this.#loaded;
  }
  get error(): AppError | null {
    return this.#error;
  }

  at(index: number): T | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  show(from: number, to: number, on: Surface = 'screen'): void {
    if (on === 'screen') [this.#from, this.#to] = [from, to];
    else this.#paper = { first: Math.floor(from / PAGE), last: Math.ceil(to / PAGE) - 1 };
    this.#fetchVisible();
  }

  /** A row among those that are here. */
  find(id: string): T | undefined {
    const index = this.indexOf(id);
    return index === -1 ? undefined : this.at(index);
  }

  /** Position of a row among those that are here; -1 where it is not. */
  indexOf(id: string): number {
    for (const [page, rows] of this.#pages) {
      const index = rows.findIndex((row) => row.id === id);
      if (index !== -1) return page * PAGE + index;
    }
    return -1;
  }

  /** Reads what is in sight again. */
  refresh(): void {
    this.#changes += 1;
    this.#begin();
    this.#fetchVisible();
  }

  /** Reads another list, from its top where asked; the rows of the old one may stay until then. */
  protected turn({ keep, toTop = false }: { keep: boolean; toTop?: boolean }): void {
    if (!keep) {
      this.#pages.clear();
      this.#loaded = false;
      this.#total = 0;
    }
    this.#begin();
    if (toTop) {
      this.#from = 0;
      this.#to = Math.min(this.#to, PAGE);
    }
    this.#fetchVisible();
  }

  /** Every answer that is still on its way belongs to the past from here on. */
  #begin(): void {
    this.#generation += 1;
    this.#asked.clear();
    for (const page of this.#pages.keys()) this.#stale.add(page);
  }

  #fetchVisible(): void {
    const first = Math.floor(this.#from / PAGE);
    const last = Math.floor(Math.max(this.#to - 1, 0) / PAGE);
    this.#fetchPages(first, last);
    this.#fetchPages(this.#paper.first, this.#paper.last);
  }

  #fetchPages(first: number, last: number): void {
    for (let page = first; page <= last; page += 1) {
      const have = this.#pages.has(page) && !this.#stale.has(page);
      if (have || this.#asked.has(page)) continue;
      this.#waiting = this.#underWay >= MOST_QUESTIONS;
      if (this.#waiting) return;
      void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    const generation = this.#generation;
    this.#asked.add(page);
    this.#underWay += 1;
    const result = await this.read(page * PAGE, PAGE);
    this.#underWay -= 1;
    if (generation === this.#generation) this.#take(page, result);
    if (this.#waiting) this.#fetchVisible();
  }

  #take(page: number, result: Result<P>): void {
    this.#asked.delete(page);
    this.#loaded = true;
    if (this.#answered !== this.#generation) {
      this.#answered = this.#generation;
      this.#answers += 1;
    }
    this.#error = result.ok ? null : result.error;
    if (!result.ok) return;
    this.#total = result.value.total;
    this.took?.(result.value);
    this.#stale.delete(page);
    this.#pages.delete(page);
    this.#pages.set(page, result.value.rows);
    this.#forgetFarPages();
  }

  /** Drops pages beyond the end, then those read longest ago. */
  #forgetFarPages(): void {
    for (const page of [...this.#pages.keys()]) {
      if (page > 0 && page * PAGE >= this.#total) this.#pages.delete(page);
    }
    for (const page of [...this.#pages.keys()]) {
      if (this.#pages.size <= CACHED_PAGES) return;
      this.#pages.delete(page);
    }
  }
}
