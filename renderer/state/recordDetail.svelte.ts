import { call, listen } from '../bridge.ts';
import type { AppError, Catalogue, Entity, Op, Output, ReadName } from '../bridge.ts';
import { openDialogs } from './openDialogs.svelte.ts';

/** The reads that answer one record of a kind. */
type RecordRead<E extends Entity> = {
  [N in ReadName]: Catalogue[N]['mirror'] extends { as: 'record'; entity: E } ? N : never;
}[ReadName];

/** Whether the service can be asked for a single record; the compiler knows from the catalogue. */
const readById: { readonly [E in Entity]: [RecordRead<E>] extends [never] ? false : true } = {
  vehicle: true,
  vehicleType: false,
  driver: false,
  user: true,
  client: true,
  reseller: true,
  device: true,
  vendor: false,
  sensor: true,
  cameraEvent: false,
  cameraEventType: false,
  area: true,
  areaGroup: true,
  fuelTransaction: false,
  fuelType: false,
  scheduledReport: true,
  form: true,
  role: false,
  plan: false,
  timezone: false,
  theme: false,
  language: false,
};

type Found = NonNullable<Output<'records.get'>>;

/** One record that is open: out of the mirror at once, then read afresh, then kept up to date. */
export class RecordDetail {
  #found = $state.raw<Found | null>(null);
  /** What was found is there no more. */
  #gone = $state(false);
  #loaded = $state(false);
  #error = $state.raw<AppError | null>(null);
  #refreshError = $state.raw<AppError | null>(null);
  #reading = $state(false);
  readonly entity: Entity;
  readonly id: string;

  constructor(entity: Entity, id: string) {
    this.entity = entity;
    this.id = id;
  }

  /**
   * The record with its base and its ops; null while it loads or where the mirror lacks it. One that goes
   * stays while a dialog is open, which would go with it and take along what is typed there.
   */
  get found(): Found | null {
    return this.#gone && !openDialogs.any ? null : this.#found;
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
  /** Whether the service is being asked for it, or is about to be. */
  get reading(): boolean {
    return this.#reading;
  }
  /** Writes that are not settled yet, oldest first. */
  get openOps(): readonly Op[] {
    return (this.found?.ops ?? []).filter(
      ({ state }) => state !== 'CONFIRMED' && state !== 'CANCELLED' && state !== 'DISCARDED',
    );
  }

  /** Loads and listens; returns the function that stops. */
  start(): () => void {
    this.#reading = readById[this.entity];
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
    if (result.ok) {
      this.#gone = result.value === null;
      if (result.value !== null) this.#found = result.value;
    }
    this.#error = result.ok ? null : result.error;
  }

  /** Asks the service for it, where it can be asked; what exists only here is not there yet. */
  async refresh(): Promise<void> {
    this.#reading = readById[this.entity] && this.#found?.row.temporary !== true;
    if (!this.#reading) return;
    const result = await call('records.refresh', { entity: this.entity, id: this.id });
    this.#reading = false;
    // Without a network the mirror's age says enough.
    this.#refreshError = result.ok || result.error.kind === 'offline' ? null : result.error;
  }
}
