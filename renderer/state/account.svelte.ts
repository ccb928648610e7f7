import { call, listen } from '../bridge.ts';
import type { Account, Output } from '../bridge.ts';
import { availability } from './availability.svelte.ts';
import { clock } from './clock.svelte.ts';
import { preferences } from './preferences.svelte.ts';
import { whose } from './whose.svelte.ts';

/** Who is at the desk: the accounts of this computer, and what the desk runs on. */
class AccountState {
  #accounts = $state.raw<readonly Account[]>([]);
  #info = $state.raw<Output<'desk.info'> | null>(null);
  #loaded = $state(false);

  get all(): readonly Account[] {
    return this.#accounts;
  }
  get active(): Account | null {
    return this.#accounts.find((account) => account.active) ?? null;
  }
  /** Version, host and where tokens are kept; null until the core has answered. */
  get info(): Output<'desk.info'> | null {
    return this.#info;
  }
  /** False until it is known whether there is an account at all. */
  get loaded(): boolean {
    return this.#loaded;
  }

  start(): () => void {
    void this.#begin();
    return listen('account', () => void this.reload());
  }

  async #begin(): Promise<void> {
    await this.look();
    clock.start(this.#info?.now ?? Date.now());
    await this.reload();
  }

  /** Asks anew what the desk runs on: a keychain may have stopped answering, or begun to. */
  async look(): Promise<void> {
    const info = await call('desk.info', {});
    if (info.ok) this.#info = info.value;
  }

  /** Reads the accounts again, and what belongs to the active one. */
  async reload(): Promise<void> {
    const result = await call('session.accounts', {});
    if (result.ok) {
      const before = this.active?.id;
      this.#accounts = result.value.accounts;
      whose.id = this.active?.id ?? null;
      if (this.active !== null && (this.active.id !== before || !this.#loaded)) {
        await preferences.load();
      }
    }
    this.#loaded = true;
    await availability.load();
  }
}

export const account = new AccountState();
