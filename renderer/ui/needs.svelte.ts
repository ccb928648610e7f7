import { untrack } from 'svelte';
import { NO_NEEDS } from './table.ts';
import type { Needs } from './table.ts';

/** What the words of the rows drawn now, and of the header, need where they are cut. */
function needsOf(table: Element, keys: readonly string[]): Needs {
  const needs: Record<string, number> = {};
  for (const row of table.querySelectorAll('[role=row]:not(.skeleton)')) {
    for (const [at, cell] of [...row.children].entries()) {
      const key = keys[at];
      const words = [...cell.querySelectorAll('.truncate')];
      const lack = Math.max(0, ...words.map((one) => one.scrollWidth - one.clientWidth));
      if (key === undefined || lack === 0) continue;
      const whole = Math.ceil(cell.getBoundingClientRect().width) + lack + 1;
      needs[key] = Math.max(needs[key] ?? 0, whole);
    }
  }
  return needs;
}

/**
 * What the columns of a table need for words that are cut, by what is first seen of each view, so that
 * no column moves while somebody scrolls. It only grows, so that none moves to and fro.
 */
export class WordNeeds {
  #all = $state.raw(NO_NEEDS);

  get all(): Needs {
    return this.#all;
  }

  /** @param keys of the columns that are drawn, in their order */
  take(table: Element | null, keys: readonly string[]): void {
    if (table === null) return;
    const before = untrack(() => this.#all);
    const now = Object.entries(needsOf(table, keys));
    const grown = now.filter(([key, px]) => px > (before[key] ?? 0));
    if (grown.length > 0) this.#all = { ...before, ...Object.fromEntries(grown) };
  }
}
