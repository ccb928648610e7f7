import { SvelteMap } from 'svelte/reactivity';
import { call } from '../bridge.ts';
import type { ListView, Output } from '../bridge.ts';

type Counts = Output<'records.facets'>['counts'];

/** How many records each filter chip of a list would show; answers of older questions are dropped. */
export class ChipCounts {
  readonly #counted = new SvelteMap<string, Counts>();
  /** The number of the last question about each field. */
  #asked: Readonly<Record<string, number>> = {};

  /** Counts by value of a field; null while that is not counted. */
  of(field: string | undefined): Counts | null {
    return field === undefined ? null : (this.#counted.get(field) ?? null);
  }

  async countValues(view: ListView, field: string): Promise<void> {
    const asked = (this.#asked[field] ?? 0) + 1;
    this.#asked = { ...this.#asked, [field]: asked };
    const result = await call('records.facets', { view, field });
    if (asked === this.#asked[field] && result.ok) {
      this.#counted.set(field, result.value.counts);
    }
  }
}
