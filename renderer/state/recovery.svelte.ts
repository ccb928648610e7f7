import { call, listen } from '../bridge.ts';
import type { Output } from '../bridge.ts';

export type Recovery = Output<'desk.recoveries'>['recoveries'][number];

/** What became of damaged files of this account; kept by the core until it was read. */
class RecoveryState {
  #list = $state.raw<readonly Recovery[]>([]);

  get list(): readonly Recovery[] {
    return this.#list;
  }

  start(): () => void {
    void this.#load();
    return listen('account', () => void this.#load());
  }

  async #load(): Promise<void> {
    const result = await call('desk.recoveries', {});
    this.#list = result.ok ? result.value.recoveries : [];
  }

  /** Takes the account of it off the desk, for good. */
  async dismiss(): Promise<void> {
    const result = await call('desk.dismissRecoveries', {});
    if (result.ok) this.#list = [];
  }
}

export const recovery = new RecoveryState();
