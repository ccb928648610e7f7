import type { Snippet } from 'svelte';
import type { SvelteSet } from 'svelte/reactivity';
import type { RowSource } from '../state/pagedWindow.svelte.ts';
import type { Remembered } from '../state/remembered.svelte.ts';
import type { Arrangement, Column, Sort } from './table.ts';

/** What a table shows, and what is done with it. */
export interface TableProps<T> {
  /** The first column is the key column: it stays in sight and can't be hidden. */
  columns: readonly Column<T>[];
  source: RowSource<T>;
  idOf: (row: T) => string;
  label: string;
  arrangement: Remembered<Arrangement>;
  openId?: string | null;
  /** Opens a row; after Enter the focus follows into the pane of its details. */
  onopen: (row: T) => void;
  onescape?: (() => void) | undefined;
  sort?: Sort | null;
  onsort?: ((sort: Sort) => void) | undefined;
  selection?: SvelteSet<string> | undefined;
  /** Ids of the whole view in its order, for Ctrl+A and for finding a row. */
  allIds?: (() => Promise<readonly string[]>) | undefined;
  onfilter?: (() => void) | undefined;
  /** The menu of a row was asked for, at a pixel of the window. */
  oncontext?: ((row: T, at: { x: number; y: number }) => void) | undefined;
  rowClass?: ((row: T, index: number) => string) | undefined;
  onhover?: ((row: T | null) => void) | undefined;
  /** Shown when there is no row; the table itself stays for the keyboard. */
  empty: Snippet;
  loaded: boolean;
  /** Changes when another view is shown: the table goes back to its start. */
  viewKey?: string;
}
