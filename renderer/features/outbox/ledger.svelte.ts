import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { call, listen } from '../../bridge.ts';
import type { AppError, Op, OpState } from '../../bridge.ts';
import type { RowSource } from '../../state/recordWindow.svelte.ts';

/** Which writes the ledger shows. */
export const LEDGER_FILTERS = ['open', 'waiting', 'needsYou', 'settled', 'all'] as const;
/** A group of states, or a single one. */
export type LedgerFilter = (typeof LEDGER_FILTERS)[number] | OpState;

const WAITING: readonly OpState[] = ['QUEUED', 'SENDING', 'UNCERTAIN', 'VERIFYING'];
const NEEDS_YOU: readonly OpState[] = ['REJECTED', 'NEEDS_USER'];
const SETTLED: readonly OpState[] = ['CONFIRMED', 'CANCELLED', 'DISCARDED'];

/** The states behind a filter; `all` names none. */
export function statesOf(filter: LedgerFilter): readonly OpState[] | undefined {
  switch (filter) {
    case 'open':
      return [...WAITING, ...NEEDS_YOU];
    case 'waiting':
      return WAITING;
    case 'needsYou':
      return NEEDS_YOU;
    case 'settled':
      return SETTLED;
    case 'all':
      return undefined;
    default:
      return [filter];
  }
}

const PAGE = 100;

/** The ledger, read by windows: 10,000 waiting writes never live in the desk at once. */
export class Ledger implements RowSource<Op> {
  #filter = $state<LedgerFilter>('open');
  #total = $state(0);
  #loaded = $state(false);
  #error = $state.raw<AppError | null>(null);
  #byState = $state.raw<Readonly<Record<string, number>>>({});
  readonly #pages = new SvelteMap<number, readonly Op[]>();
  readonly #stale = new SvelteSet<number>();
  #generation = 0;
  #from = 0;
  #to = PAGE;

  get filter(): LedgerFilter {
    return this.#filter;
  }
  set filter(filter: LedgerFilter) {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#pages.clear();
    this.#loaded = false;
    this.refresh();
  }
  get total(): number {
    return this.#total;
  }
  get loaded(): boolean {
    return this.#loaded;
  }
  get error(): AppError | null {
    return this.#error;
  }

  /** How many writes a filter shows. */
  count(filter: LedgerFilter): number {
    const states = statesOf(filter) ?? Object.keys(this.#byState);
    return states.reduce((sum, state) => sum + (this.#byState[state] ?? 0), 0);
  }

  start(): () => void {
    this.refresh();
    const stops = [listen('outbox', () => this.refresh()), listen('account', () => this.refresh())];
    return () => stops.forEach((stop) => stop());
  }

  at(index: number): Op | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** A write among those that are here. */
  find(id: string): Op | undefined {
    for (const ops of this.#pages.values()) {
      const found = ops.find((op) => op.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Ids of all writes that the filter shows, in their order. */
  async allIds(): Promise<readonly string[]> {
    const states = statesOf(this.#filter);
    const result = await call('outbox.ids', states === undefined ? {} : { states: [...states] });
    return result.ok ? result.value.ids : [];
  }

  show(from: number, to: number): void {
    this.#from = from;
    this.#to = to;
    this.#fetchVisible();
  }

  refresh(): void {
    this.#generation += 1;
    for (const page of this.#pages.keys()) this.#stale.add(page);
    void this.#count();
    this.#fetchVisible();
  }

  #fetchVisible(): void {
    const last = Math.floor(Math.max(this.#to - 1, 0) / PAGE);
    for (let page = Math.floor(this.#from / PAGE); page <= last; page += 1) {
      if (!this.#pages.has(page) || this.#stale.has(page)) void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    const generation = this.#generation;
    const states = statesOf(this.#filter);
    const result = await call('outbox.list', {
      ...(states === undefined ? {} : { states: [...states] }),
      offset: page * PAGE,
      limit: PAGE,
    });
    if (generation !== this.#generation) return;
    this.#loaded = true;
    this.#error = result.ok ? null : result.error;
    if (!result.ok) return;
    this.#total = result.value.total;
    this.#stale.delete(page);
    this.#pages.set(page, result.value.ops);
    for (const at of [...this.#pages.keys()]) {
      if (at > 0 && at * PAGE >= result.value.total) this.#pages.delete(at);
    }
  }

  async #count(): Promise<void> {
    const result = await call('outbox.counts', {});
    if (result.ok) this.#byState = result.value.byState;
  }
}
