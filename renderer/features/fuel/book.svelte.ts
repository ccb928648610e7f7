import { listen } from '../../bridge.ts';
import type { AppError, Row } from '../../bridge.ts';
import type { RouteDay } from '../../records/routeDay.ts';
import { spanOf } from '../../state/days.ts';
import type { Range } from '../../state/days.ts';
import { dayAfter, dayOf, daysOf } from '../../state/zone.ts';
import { zones } from '../../state/zones.svelte.ts';
import { Ranking } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { marksOf } from './marks.ts';
import type { Mark } from './marks.ts';
import { ofDays } from './period.ts';
import {
  NOWHERE,
  NO_NAMES,
  NO_STATIONS,
  NO_VEHICLES,
  Places,
  namesOf,
  readStations,
  readTransactions,
  readTrips,
  readVehicles,
} from './reading.ts';
import type { Placed, Stations } from './reading.ts';
import { isUnassigned, namedNow, transactionOf } from './transaction.ts';
import type { FuelTransaction, FuelVehicle } from './transaction.ts';

/** Lists are read again at most this often while records come in. */
const QUIET_MS = 400;

/**
 * The fuel transactions of some days with everything that is told about them: marks, and candidates
 * for those without a vehicle. All of it out of the mirror; only `readTrips` asks the service.
 */
export class FuelBook {
  #range = $state.raw<Range | null>(null);
  #zone = $state.raw<string | undefined>(undefined);
  /** A day more on either side, so that neighbours over midnight are seen. */
  #read = $state.raw<readonly FuelTransaction[]>([]);
  #vehicles = $state.raw<ReadonlyMap<string, FuelVehicle>>(NO_VEHICLES);
  /** By id; vehicles move all the time, and are seldom renamed. */
  #names = $state.raw(NO_NAMES);
  #stations = $state.raw<Stations>(NO_STATIONS);
  #places = $state.raw<Placed>(NOWHERE);
  #loaded = $state(false);
  #cut = $state(false);
  #isEmpty = $state(false);
  #scannedAt = $state<number | null>(null);
  #error = $state.raw<AppError | null>(null);
  #changes = $state(0);
  #generation = 0;
  #started = true;
  /** Calls of `readTrips` that are under way. */
  #asking = 0;
  readonly #placed = new Places((vehicleId, atMs) => this.#dayOf(vehicleId, atMs));
  readonly #routes = soon(() => this.#tripsChanged());

  readonly #around = $derived(this.#read.map((one) => namedNow(one, (id) => this.nameOf(id))));
  readonly #list = $derived(ofDays(this.#around, this.#range, this.#zone));
  /** Apart, so that what is known of days outlives what changes of vehicles. */
  readonly #dayNamed = $derived(daysOf(this.#zone));
  readonly #ranking = $derived(new Ranking(this.#around.filter((one) => !isUnassigned(one))));
  readonly #marks = $derived(
    marksOf(this.#around, {
      dayOf: this.#dayNamed,
      tankOf: (id) => this.#vehicles.get(id)?.tankL ?? null,
      stations: this.#stations,
      whereabouts: this.#places,
    }),
  );

  /** Those of the days that are shown, the latest first. */
  get list(): readonly FuelTransaction[] {
    return this.#list;
  }
  get marks(): ReadonlyMap<string, readonly Mark[]> {
    return this.#marks;
  }
  get vehicles(): ReadonlyMap<string, FuelVehicle> {
    return this.#vehicles;
  }
  /** False until the mirror has answered for these days. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Whether there are more than are looked at. */
  get cut(): boolean {
    return this.#cut;
  }
  /** Whether there is no transaction of any day. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }
  get scannedAt(): number | null {
    return this.#scannedAt;
  }
  get error(): AppError | null {
    return this.#error;
  }
  /** Moves when what candidates are ranked by has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Listens to changes; returns the function that stops. */
  start(): () => void {
    void this.#loadVehicles();
    const list = soon(() => this.#load());
    const vehicles = soon(() => this.#loadVehicles());
    const stops = [
      listen('changed', ({ entity }) => {
        if (entity === 'fuelTransaction' || entity === 'area') list.ask();
        if (entity === 'vehicle') vehicles.ask();
      }),
      listen('documentChanged', ({ endpoint }) => {
        // Those that it asks for itself count together, at the end.
        if (endpoint === 'listRoutes' && this.#asking === 0) this.#routes.ask();
      }),
      ...[list.stop, vehicles.stop, this.#routes.stop],
    ];
    return () => {
      this.#started = false;
      this.#generation += 1;
      stops.forEach((stop) => stop());
    };
  }

  /** Shows other days; null for all of them. */
  look(range: Range | null, zone: string | undefined): void {
    this.#range = range;
    this.#zone = zone;
    void this.#load();
  }

  /** A transaction of the days that are shown, or of the day before or after. */
  find(id: string): FuelTransaction | undefined {
    return this.#around.find((one) => one.id === id);
  }

  /** What a vehicle is called now; null where that is not known here. */
  nameOf(vehicleId: string): string | null {
    return this.#names.get(vehicleId) ?? null;
  }

  /** Whether it is known where the vehicle was at that time. */
  isPlaced(id: string): boolean {
    return this.#places.has(id);
  }

  async #load(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    const [range, zone] = [this.#range, this.#zone];
    const wide =
      range === null ? null : { from: dayAfter(range.from, -1), to: dayAfter(range.to, 1) };
    const [fromMs, toMs] = wide === null ? [-Infinity, Infinity] : spanOf(wide, zone);
    const isBefore = (row: Row): boolean => {
      const { atMs } = transactionOf(row);
      return range !== null && (atMs === null || atMs < fromMs);
    };
    const read = await readTransactions(isBefore);
    if (!isCurrent()) return;
    this.#error = read.error;
    this.#cut = read.cut;
    this.#isEmpty = read.error === null && read.rows.length === 0;
    this.#scannedAt = read.scannedAt;
    this.#read = read.rows
      .map(transactionOf)
      .filter(({ atMs }) => range === null || (atMs !== null && atMs >= fromMs && atMs < toMs));
    this.#loaded = true;
    this.#changes += 1;
    const stations = await readStations(this.#read, isCurrent);
    if (!isCurrent()) return;
    this.#stations = stations;
    await this.#locate(generation);
  }

  async #loadVehicles(): Promise<void> {
    const vehicles = await readVehicles();
    if (vehicles === null || !this.#started) return;
    this.#vehicles = vehicles;
    this.#names = namesOf(vehicles, this.#names);
    this.#changes += 1;
    await this.#locate(this.#generation);
  }

  readonly #dayOf = (vehicleId: string, atMs: number): RouteDay => {
    const fields = this.#vehicles.get(vehicleId)?.fields;
    const zone = fields === undefined ? this.#zone : zones.of(fields);
    const day = dayOf(atMs, zone);
    const [fromMs, toMs] = spanOf({ from: day, to: day }, zone);
    return { vehicleId, fromMs, toMs };
  };

  async #tripsChanged(): Promise<void> {
    this.#placed.forget();
    await this.#locate(this.#generation);
  }

  /** Where the vehicles of these transactions were, by the trips that were read. */
  async #locate(generation: number): Promise<void> {
    if (this.#vehicles.size === 0) return;
    const isCurrent = (): boolean => generation === this.#generation;
    const places = await this.#placed.ofTransactions(this.#list, isCurrent);
    if (!isCurrent()) return;
    this.#places = places;
    this.#changes += 1;
  }

  /**
   * The likeliest vehicles of a transaction, those whose trips of that day can tell, and of how many of
   * them these are here.
   */
  async rank(
    one: FuelTransaction,
  ): Promise<{ candidates: readonly Candidate[]; read: number; asked: readonly string[] }> {
    const vehicles = [...this.#vehicles.values()];
    const [ranking, stations] = [this.#ranking, this.#stations];
    const unplaced = { stations, whereabouts: NOWHERE };
    const { atMs } = one;
    if (atMs === null) {
      return { candidates: ranking.candidatesOf(one, vehicles, unplaced), read: 0, asked: [] };
    }
    const asked = ranking.inQuestion(one, vehicles, stations).map(({ id }) => id);
    const { places, read } = await this.#placed.ofVehicles(asked, atMs);
    const candidates = ranking.candidatesOf(one, vehicles, { stations, whereabouts: places });
    return { candidates, read, asked };
  }

  /** Asks the service for the trips of some vehicles on the day of a transaction. */
  async readTrips(
    atMs: number,
    vehicleIds: readonly string[],
    isCurrent: () => boolean,
    ondone: (done: number) => void,
  ): Promise<AppError | null> {
    const days = vehicleIds.map((id) => this.#dayOf(id, atMs));
    this.#asking += 1;
    try {
      return await readTrips(days, atMs, isCurrent, ondone);
    } finally {
      this.#asking -= 1;
      if (this.#started) await this.#tripsChanged();
    }
  }
}

/** Work that is done a little later, once for all that ask meanwhile. */
function soon(work: () => Promise<void>): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    ask: () => {
      stop();
      timer = setTimeout(() => void work(), QUIET_MS);
    },
  };
}
