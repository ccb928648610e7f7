import { SvelteMap } from 'svelte/reactivity';
import { listen } from '../../bridge.ts';
import type { Row } from '../../bridge.ts';
import { driverNamed, vehiclesOf } from '../../records/assign.ts';
import type { NamedVehicle } from '../../records/assign.ts';

/** More drivers than this are looked up anew only where they are looked at. */
const MOST_AGAIN = 100;

/** Who drives what, looked up for the drivers that are on screen and kept while nothing changes. */
export class Driving {
  /** As it was looked up last, also where it is to be looked up anew. */
  readonly #vehicles = new SvelteMap<string, readonly NamedVehicle[]>();
  /** The last look-up of each driver that counts, with the row that names them. */
  // Cells write it while they are drawn, which what is reactive forbids; nobody follows it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- see above
  readonly #asked = new Map<string, { readonly row: Row }>();
  /** Another one asks whoever is on screen to look up anew. */
  #turn = $state(0);

  start(): () => void {
    return listen('changed', ({ entity }) => {
      if (entity !== 'vehicle') return;
      const again = [...this.#asked.values()];
      if (again.length > MOST_AGAIN) {
        this.#asked.clear();
        this.#turn += 1;
      } else for (const { row } of again) void this.#load(row);
    });
  }

  /** What somebody drives; undefined until it is known. Asking for it looks it up. */
  of(row: Row): readonly NamedVehicle[] | undefined {
    void this.#turn;
    if (!this.#asked.has(row.id)) void this.#load(row);
    return this.#vehicles.get(row.id);
  }

  /** Brings what several people drive, on screen or not; what changes meanwhile takes none of it away. */
  async bring(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      if (!this.#asked.has(row.id) || !this.#vehicles.has(row.id)) await this.#load(row);
    }
  }

  async #load(row: Row): Promise<void> {
    const asking = { row };
    this.#asked.set(row.id, asking);
    const found = await vehiclesOf(driverNamed(row));
    // A later look-up of the same driver counts for more.
    const isLast = (this.#asked.get(row.id) ?? asking) === asking;
    if (isLast || !this.#vehicles.has(row.id)) this.#vehicles.set(row.id, found);
  }
}
