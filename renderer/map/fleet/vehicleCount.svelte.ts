import { call, listen } from '../../bridge.ts';
import { afterRows } from '../../state/afterRows.ts';

/** How many vehicles there are, with those that never told a position; null until it is known. */
export class VehicleCount {
  #total = $state<number | null>(null);
  #asked = 0;

  get total(): number | null {
    return this.#total;
  }

  start(): () => void {
    const stops = [
      listen('account', () => void this.#ask()),
      listen('changed', ({ entity }) => {
        if (entity === 'vehicle') void this.#ask();
      }),
    ];
    void afterRows().then(() => this.#ask());
    return () => stops.forEach((stop) => stop());
  }

  async #ask(): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const view = { entity: 'vehicle', archived: 'no' } as const;
    const found = await call('records.window', { view, offset: 0, limit: 1 });
    if (mine === this.#asked) this.#total = found.ok ? found.value.total : null;
  }
}
