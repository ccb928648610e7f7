import { call, listen } from '../bridge.ts';
import type { Named } from './driver.ts';
import { partsIn } from './partsOf.ts';
import type { Part } from './partsOf.ts';

async function read(part: Part): Promise<readonly Named[]> {
  const view = { entity: 'vehicle', archived: 'all' } as const;
  const facets = await call('records.facets', { view, field: part });
  return facets.ok ? partsIn(facets.value.counts.map(({ value }) => value)) : [];
}

/** Depots and groups that are known from vehicles; read when they are first asked for. */
class VehicleParts {
  #known = $state.raw<Readonly<Record<Part, readonly Named[]>>>({ depot: [], groups: [] });
  #asked = false;
  #listens = false;
  /** A vehicle changed since they were read: it may have brought a new one. */
  #stale = true;
  #underWay: Promise<void> = Promise.resolve();

  of(part: Part): readonly Named[] {
    if (!this.#asked) {
      this.#begin();
      // Not while something is being drawn that depends on it.
      this.#underWay = Promise.resolve().then(() => this.load());
    }
    return this.#known[part];
  }

  /** Comes once they are known, where somebody asked for them. */
  arrived(): Promise<void> {
    return this.#underWay;
  }

  /** Comes once they are as the mirror has them by now. */
  async upToDate(): Promise<void> {
    if (this.#stale) this.#underWay = this.load();
    await this.#underWay;
  }

  /** The name of a depot or group; null while it is not known. */
  nameOf(part: Part, id: string): string | null {
    return this.of(part).find((one) => one.id === id)?.name ?? null;
  }

  /** Reads them anew, as for a form that is opened. */
  async load(): Promise<void> {
    this.#begin();
    this.#stale = false;
    const [depot, groups] = await Promise.all([read('depot'), read('groups')]);
    this.#known = { depot, groups };
  }

  /** From then on it lives as long as the desk. */
  #begin(): void {
    this.#asked = true;
    if (this.#listens) return;
    this.#listens = true;
    listen('changed', ({ entity, ids }) => {
      if (entity !== 'vehicle') return;
      this.#stale = true;
      // What is drawn asks again after a whole list alone: vehicles change many times a minute.
      if (ids === null) this.#asked = false;
    });
    listen('account', () => {
      this.#asked = false;
      this.#stale = true;
      this.#known = { depot: [], groups: [] };
    });
  }
}

export const vehicleParts = new VehicleParts();
