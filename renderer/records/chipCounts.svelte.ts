import { call } from '../bridge.ts';
import type { ListView, Output } from '../bridge.ts';

type Counts = Output<'records.facets'>['counts'];

/** How many records each filter chip of a list would show; answers of older questions are dropped. */
export class ChipCounts {
  #byValue = $state.raw<Counts | null>(null);
  #absent = $state<number | null>(null);
  #askedValues = 0;
  #askedAbsent = 0;

  /** Counts by value of the field of the chips; null while not counted. */
  get byValue(): Counts | null {
    return this.#byValue;
  }
  /** How many miss the field whose absence has a chip; null while not counted. */
  get absent(): number | null {
    return this.#absent;
  }

  async countValues(view: ListView, field: string): Promise<void> {
    this.#askedValues += 1;
    const asked = this.#askedValues;
    const result = await call('records.facets', { view, field });
    if (asked === this.#askedValues && result.ok) this.#byValue = result.value.counts;
  }

  async countAbsent(view: ListView, field: string): Promise<void> {
    this.#askedAbsent += 1;
    const asked = this.#askedAbsent;
    const missing: ListView = { ...view, filters: [{ field, oneOf: [null] }] };
    const result = await call('records.window', { view: missing, offset: 0, limit: 1 });
    if (asked === this.#askedAbsent && result.ok) this.#absent = result.value.total;
  }
}
