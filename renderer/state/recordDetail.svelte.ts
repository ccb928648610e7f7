import { call, listen } from '../bridge.ts';
import type { AppError, Entity, Op, Output } from '../bridge.ts';

type Found = NonNullable<Output<'records.get'>>;

/** One record that is open: out of the mirror at once, then read afresh, then kept up to date. */
export class RecordDetail {
  #found = $state.raw<Found | null>(null);
  #loaded = $state(false);
  #error = $state.raw<AppError | null>(null);
  #refreshError = $state.raw<AppError | null>(null);
  readonly entity: Entity;
  readonly id: string;

  constructor(entity: Entity, id: string) {
    this.entity = entity;
    this.id = id;
  }

  /** The record with its base and its ops; null while it loads or where the mirror lacks it. */
  get found(): Found | null {
    return this.#found;
  }
  get loaded(): boolean {
    return this.#loaded;
  }
  get error(): AppError | null {
    return this.#error;
  }
  /** Why it could not be read afresh; what is shown is the mirror's copy. */
  get refreshError(): AppError | null {
    return this.#refreshError;
  }
  /** Writes that are not settled yet, oldest first. */
  get openOps(): readonly Op[] {
    return (this.#found?.ops ?? []).filter(
      ({ state }) => state !== 'CONFIRMED' && state !== 'CANCELLED' && state !== 'DISCARDED',
    );
  }

  /** Loads and listens; returns the function that stops. */
  start(): () => void {
    void this.load().then(() => this.refresh());
    const stops = [
      listen('changed', ({ entity, ids }) => {
        if (entity === this.entity && (ids === null || ids.includes(this.id))) void this.load();
      }),
      listen('outbox', () => void this.load()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async load(): Promise<void> {
    const result = await call('records.get', { entity: this.entity, id: this.id });
    this.#loaded = true;
    if (result.ok) this.#found = result.value;
    this.#error = result.ok ? null : result.error;
  }

  /** Asks the service for it. A record that exists only here has nothing to be asked for. */
  async refresh(): Promise<void> {
    if (this.#found?.row.temporary === true) return;
    const result = await call('records.refresh', { entity: this.entity, id: this.id });
    // Without a network the mirror's age says enough.
    this.#refreshError = result.ok || result.error.kind === 'offline' ? null : result.error;
  }
}
