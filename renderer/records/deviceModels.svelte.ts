import { listen } from '../bridge.ts';
import { readModels } from './models.ts';
import type { DeviceModel } from './models.ts';

/** Models of devices by their names; read when they are first asked for. */
class DeviceModels {
  #known = $state.raw<readonly DeviceModel[]>([]);
  #asked = false;
  #listens = false;
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

  /** Reads them anew, as for a form that is opened. */
  async load(): Promise<void> {
    this.#asked = true;
    if (!this.#listens) {
      this.#listens = true;
      listen('account', () => {
        this.#asked = false;
        this.#known = [];
      });
    }
    this.#known = await readModels();
  }
}

export const deviceModels = new DeviceModels();
