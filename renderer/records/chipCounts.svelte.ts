import { call } from '../bridge.ts';
import type { ListView, Output } from '../bridge.ts';

type Counts = Output<'records.facets'>['counts'];

/** How many records each filter chip of a list would show; answers of older questions are dropped. */
export class ChipCounts {
  #counted = $state.raw<{ readonly field: string; readonly counts: Counts } | null>(null);
  #asked = 0;

  /** Counts by value of a field; null while that is not counted. */
  of(field: string | undefined): Counts | null {
    return this.#counted?.field === field ? (this.#counted?.counts ?? null) : null;
  }

  async countValues(view: ListView, field: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const result = await call('records.facets', { view, field });
    if (asked === this.#asked && result.ok) this.#counted = { field, counts: result.value.counts };
  }
}
