import { listen } from '../bridge.ts';
import { readModels } from './models.ts';
import type { DeviceModel } from './models.ts';

/** Models of devices by their names; read when they are first asked for. */
class DeviceModels {
  #known = $state.raw<readonly DeviceModel[]>([]);
  #asked = false;
  #listens = false;
  /** A device or vendor changed since they were read: it may have brought a new one. */
  #stale = true;
  #underWay: Promise<void> = Promise.resolve();

  get all(): readonly DeviceModel[] {
    if (!this.#asked) {
      this.#asked = true;
      // Not while something is being drawn that depends on it.
      this.#underWay = Promise.resolve().then(() => this.load());
    }
    return this.#known;
  }

  /** The name of a model; null while it is not known. */
  nameOf(id: string): string | null {
    return this.all.find((one) => one.id === id)?.name ?? null;
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

  /** Reads them anew, as for a form that is opened. */
  async load(): Promise<void> {
    this.#asked = true;
    if (!this.#listens) {
      this.#listens = true;
      listen('changed', ({ entity, ids }) => {
        if (entity !== 'device' && entity !== 'vendor') return;
        this.#stale = true;
        // What is drawn asks again after a whole list alone.
        if (ids === null) this.#asked = false;
      });
      listen('account', () => {
        this.#asked = false;
        this.#stale = true;
        this.#known = [];
      });
    }
    this.#stale = false;
    this.#known = await readModels();
  }
}

export const deviceModels = new DeviceModels();
