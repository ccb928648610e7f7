import { untrack } from 'svelte';
import { call, listen } from '../bridge.ts';
import type { AppError, Connection, Entity } from '../bridge.ts';
import { worded } from '../text/coreWords.ts';
import { text } from '../text/en.ts';
import { toasts } from './toasts.svelte.ts';

/** The connection as the chip shows it, and the switch *Work offline*. */
class ConnectionState {
  #current = $state.raw<Connection | null>(null);
  // The connection is told anew many times a second; what reads this runs when it is another.
  readonly #online = $derived(this.#current?.state === 'online');

  /** Null until the core has answered for the first time. */
  get current(): Connection | null {
    return this.#current;
  }

  get online(): boolean {
    return this.#online;
  }

  /** Why a list could not be read when it was last asked for; null where it was, or was not yet. */
  failureOf(entity: Entity): AppError | null {
    const error = this.#current?.failed[entity];
    return error === undefined ? null : worded(error);
  }

  /** Calls each time the connection comes back; returns the function that ends that. */
  whenBack(run: () => void): () => void {
    // Not a reason to start anew: whoever listens in an effect goes on listening.
    let online = untrack(() => this.online);
    return listen('connection', ({ state }) => {
      const back = state === 'online' && !online;
      online = state === 'online';
      if (back) run();
    });
  }

  /** Asks once and then listens; returns the function that stops listening. */
  start(): () => void {
    void this.#load();
    const stopConnection = listen('connection', (payload) => (this.#current = payload));
    const stopOutbox = listen('outbox', ({ waiting, needsYou }) => {
      if (this.#current !== null) this.#current = { ...this.#current, waiting, needsYou };
    });
    return () => {
      stopConnection();
      stopOutbox();
    };
  }

  async #load(): Promise<void> {
    const result = await call('session.connection', {});
    if (result.ok) this.#current = result.value;
  }

  async workOffline(on: boolean): Promise<AppError | null> {
    const result = await call('session.workOffline', { on });
    if (!result.ok) return result.error;
    this.#current = result.value;
    return null;
  }

  /** Ends the reading of lists that is under way, and says what becomes of the rest. */
  async stopSync(): Promise<void> {
    const result = await call('session.stopSync', {});
    if (result.ok) {
      toasts.say(text.chip.stopped, { label: text.act.goOn, run: () => void this.syncNow() });
    }
  }

  async syncNow(): Promise<AppError | null> {
    const result = await call('session.syncNow', {});
    return result.ok ? null : result.error;
  }
}

export const connection = new ConnectionState();
