import { SvelteMap } from 'svelte/reactivity';
import { call, listen } from '../../bridge.ts';
import { fieldsOfRow, nameOfRow, textAt } from '../../state/record.ts';
import { reference } from '../../state/reference.svelte.ts';
import { typeOf } from '../../state/vehicleType.ts';
import type { VehicleType } from '../../state/vehicleType.ts';
import { Batches } from './batches.ts';

/** What people call a vehicle. */
export interface VehicleName {
  /** Its registration, or what stands in for one. */
  readonly plate: string;
  readonly label: string | null;
  readonly driver: string | null;
  readonly type: VehicleType;
}

const BATCH = 200;

/**
 * Names of the vehicles that are looked at, read from the mirror in batches as they come into
 * sight: a fleet of 100,000 is never read whole for its labels.
 */
export class VehicleNames {
  readonly #known = new SvelteMap<string, VehicleName>();
  readonly #batches = new Batches((ids) => this.#fetch(ids), { size: BATCH, batchMs: 40 });
  readonly #onchange: () => void;

  /** `onchange` is called when names have arrived. */
  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  start(): () => void {
    const stops = [
      listen('changed', ({ entity, ids }) => {
        if (entity !== 'vehicle') return;
        // Those without a record, too: positions come before the first sync has brought the vehicles.
        const asked = (id: string): boolean => this.#known.has(id) || this.#batches.asked.has(id);
        for (const id of ids ?? [...this.#known.keys(), ...this.#batches.asked]) {
          if (asked(id)) this.#batches.wantAgain(id);
        }
      }),
      listen('account', () => {
        this.#known.clear();
        this.#batches.clear();
      }),
    ];
    return () => {
      this.#batches.clear();
      stops.forEach((stop) => stop());
    };
  }

  /** The name if it is known, else null; it is fetched then. */
  of(id: string): VehicleName | null {
    const known = this.#known.get(id);
    if (known === undefined) this.#batches.want(id);
    return known ?? null;
  }

  async #fetch(ids: readonly string[]): Promise<boolean> {
    const result = await call('records.window', {
      view: { entity: 'vehicle', archived: 'all', filters: [{ field: 'id', oneOf: [...ids] }] },
      offset: 0,
      limit: BATCH,
    });
    if (!result.ok) return false;
    for (const row of result.value.rows) {
      const fields = fieldsOfRow(row);
      this.#known.set(row.id, {
        plate: nameOfRow('vehicle', row),
        label: textAt(fields, 'defaultLabel'),
        driver: textAt(fields, 'driver'),
        type: typeOf(fields, reference.vehicleTypes),
      });
    }
    this.#onchange();
    return true;
  }
}
