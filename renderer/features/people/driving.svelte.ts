import { SvelteMap } from 'svelte/reactivity';
import { listen } from '../../bridge.ts';
import type { Row } from '../../bridge.ts';
import { driverNamed, vehiclesOf } from '../../records/assign.ts';
import type { NamedVehicle } from '../../records/assign.ts';

/** More drivers than this are looked up anew only where they are looked at. */
const MOST_AGAIN = 100;

/** Who drives what, looked up for the drivers that are on screen and kept while nothing changes. */
export class Driving {
  readonly #vehicles = new SvelteMap<string, readonly NamedVehicle[]>();
  /** Drivers that were asked for, with the row that names them. */
  // Cells write it while they are drawn, which what is reactive forbids; nobody follows it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- see above
  readonly #asked = new Map<string, Row>();

  start(): () => void {
    return listen('changed', ({ entity }) => {
      if (entity !== 'vehicle') return;
      const again = [...this.#asked.values()];
      if (again.length > MOST_AGAIN) {
        this.#asked.clear();
        this.#vehicles.clear();
      } else for (const row of again) void this.#load(row);
    });
  }

  /** What somebody drives; undefined until it is known. Asking for it looks it up. */
  of(row: Row): readonly NamedVehicle[] | undefined {
    if (!this.#asked.has(row.id)) {
      this.#asked.set(row.id, row);
      void this.#load(row);
    }
    return this.#vehicles.get(row.id);
  }

  /** Brings what several people drive, on screen or not. */
  async bring(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      this.#asked.set(row.id, row);
      if (!this.#vehicles.has(row.id)) await this.#load(row);
    }
  }

  async #load(row: Row): Promise<void> {
    const found = await vehiclesOf(driverNamed(row));
    if (this.#asked.has(row.id)) this.#vehicles.set(row.id, found);
  }
}
