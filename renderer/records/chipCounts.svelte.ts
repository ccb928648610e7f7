import { call } from '../bridge.ts';
import type { ListView, Output } from '../bridge.ts';

type Counts = Output<'records.facets'>['counts'];

/** How many records each filter chip of a list would show; answers of older questions are dropped. */
export class ChipCounts {
  #byValue = $state.raw<Counts | null>(null);
  #asked = 0;

  /** Counts by value of the field of the chips; null while not counted. */
  get byValue(): Counts | null {
    return this.#byValue;
  }

  async countValues(view: ListView, field: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const result = await call('records.facets', { view, field });
    if (asked === this.#asked && result.ok) this.#byValue = result.value.counts;
  }
}
