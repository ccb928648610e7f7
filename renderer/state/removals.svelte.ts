import { call, listen } from '../bridge.ts';
import type { Output } from '../bridge.ts';

export type StoppedRemoval = Output<'removals.list'>['stopped'][number];

/** Removals that wait for a person; read again whenever one is stopped or settled. */
class Removals {
  #stopped = $state.raw<readonly StoppedRemoval[]>([]);

  get stopped(): readonly StoppedRemoval[] {
    return this.#stopped;
  }

  start(): () => void {
    void this.#load();
    const stops = [
      listen('removals', () => void this.#load()),
      listen('account', () => void this.#load()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async #load(): Promise<void> {
    const result = await call('removals.list', {});
    this.#stopped = result.ok ? result.value.stopped : [];
  }
}

export const removals = new Removals();
