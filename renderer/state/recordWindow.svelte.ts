import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { call, listen } from '../bridge.ts';
import type { AppError, ListView, Row } from '../bridge.ts';

const PAGE = 100;
/** Pages kept beyond those on screen; 100,000 rows never live in the desk at once. */
const KEPT_PAGES = 30;

/** What a table needs of a long list: how many there are, and the ones in sight. */
export interface RowSource<T> {
  readonly total: number;
  /** The row at a position, or undefined while it is on its way. */
  at(index: number): T | undefined;
  /** Says which positions are in sight (`to` excluded). */
  show(from: number, to: number): void;
}

/**
 * A view of the mirror, read by windows. When records change, only what is in sight is read
 * again; old rows stay on screen until the new ones are there.
 */
export class RecordWindow implements RowSource<Row> {
  #total = $state(0);
  #scannedAt = $state<number | null>(null);
  #loaded = $state(false);
  #error = $state.raw<AppError | null>(null);
  #changes = $state(0);
  readonly #pages = new SvelteMap<number, readonly Row[]>();
  readonly #stale = new SvelteSet<number>();
  readonly #asked = new SvelteSet<number>();
  #view: ListView;
  #viewKey: string;
  #generation = 0;
  #from = 0;
  #to = PAGE;

  constructor(view: ListView) {
    this.#view = view;
    this.#viewKey = JSON.stringify(view);
  }

  get total(): number {
    return this.#total;
  }
  /** Moves when records changed at the core, never by scrolling. */
  get changes(): number {
    return this.#changes;
  }
  /** When the last complete scan ended; null before the first. */
  get scannedAt(): number | null {
    return this.#scannedAt;
  }
  /** False until the mirror has answered once. */
  get loaded(): boolean {
    return this.#loaded;
  }
  get error(): AppError | null {
    return this.#error;
  }
  get view(): ListView {
    return this.#view;
  }

  /** Listens to changes of the entity; returns the function that stops. */
  start(): () => void {
    this.#fetchVisible();
    const stops = [
      listen('changed', ({ entity }) => {
        if (entity === this.#view.entity) this.refresh();
      }),
      listen('account', () => {
        this.#drop();
        this.#fetchVisible();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Shows another view; the rows of the old one stay until the first of the new ones are there. */
  setView(view: ListView): void {
    const key = JSON.stringify(view);
    if (key === this.#viewKey) return;
    const sameEntity = view.entity === this.#view.entity;
    this.#view = view;
    this.#viewKey = key;
    if (!sameEntity) this.#drop();
    this.#begin();
    this.#from = 0;
    this.#to = Math.min(this.#to, PAGE);
    this.#fetchVisible();
  }

  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  show(from: number, to: number): void {
    this.#from = from;
    this.#to = to;
    this.#fetchVisible();
  }

  /** Position of a record among the rows that are here; -1 where it is not. */
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

  /** Every answer that is still on its way belongs to the past from here on. */
  #begin(): void {
    this.#generation += 1;
    this.#asked.clear();
    for (const page of this.#pages.keys()) this.#stale.add(page);
  }

  #drop(): void {
    this.#pages.clear();
    this.#loaded = false;
    this.#total = 0;
    this.#begin();
  }

  #fetchVisible(): void {
    const first = Math.floor(this.#from / PAGE);
    const last = Math.floor(Math.max(this.#to - 1, 0) / PAGE);
    for (let page = first; page <= last; page += 1) {
      const have = this.#pages.has(page) && !this.#stale.has(page);
      if (!have && !this.#asked.has(page)) void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    const generation = this.#generation;
    this.#asked.add(page);
    const result = await call('records.window', {
      view: this.#view,
      offset: page * PAGE,
      limit: PAGE,
    });
    if (generation !== this.#generation) return;
    this.#asked.delete(page);
    this.#loaded = true;
    if (!result.ok) {
      this.#error = result.error;
      return;
    }
    this.#error = null;
    this.#total = result.value.total;
    this.#scannedAt = result.value.scannedAt;
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
      if (this.#pages.size <= KEPT_PAGES) return;
      this.#pages.delete(page);
    }
  }
}
