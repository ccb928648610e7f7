import { readRouteDay } from '../../records/routeDay.ts';
import type { RouteDay } from '../../records/routeDay.ts';
import { joined, totalsOf } from '../../records/trips.ts';
import type { Trip, TripTotals } from '../../records/trips.ts';
import { trackOf } from '../../../shared/rules/track.ts';
import type { Track } from '../../../shared/rules/track.ts';
import type { AppError, Output } from '../../bridge.ts';
import { keptDays, missingDays, readDays, thinnedDays } from '../../state/dayCopies.ts';
import type { DayCopy } from '../../state/dayCopies.ts';

/** A vehicle whose route is shown. */
export interface Shown {
  readonly id: string;
  readonly name: string;
}

export interface Question {
  readonly vehicles: readonly Shown[];
  /** Midnights, the first and the one after each of them: n days have n + 1. */
  readonly midnights: readonly number[];
  readonly nowMs: number;
}

/** One day of one vehicle, as the mirror holds it. */
interface RouteCopy extends DayCopy {
  readonly vehicleId: string;
  readonly trips: readonly Trip[];
  readonly thinned: Output<'records.read'>['thinned'];
}

/** A trip or stop of a vehicle, numbered where it is a stop. */
export interface Leg {
  readonly key: string;
  readonly vehicle: Shown;
  readonly trip: Trip;
  /** Stops of a vehicle from 1; null for what is no stop. */
  readonly stop: number | null;
}

export interface DayTotals extends TripTotals {
  readonly fromMs: number;
}

/**
 * The trips of some vehicles over some days. Read day by day: each day is a copy of its own, so that
 * whatever was read once is there without a network, in any range that holds it.
 */
export class RouteHistory {
  #days = $state.raw<readonly RouteCopy[]>([]);
  #vehicles = $state.raw<readonly Shown[]>([]);
  #loaded = $state(false);
  #progress = $state.raw<{ done: number; total: number } | null>(null);
  #error = $state.raw<AppError | null>(null);
  #generation = 0;

  readonly #legs = $derived(this.#vehicles.flatMap((vehicle) => this.#legsOf(vehicle)));
  readonly #tracks = $derived(
    this.#vehicles.map((vehicle) =>
      trackOf(
        vehicle.id,
        vehicle.name,
        this.#of(vehicle).flatMap(({ trips }) =>
          trips.map(({ kind, points }) => ({ state: kind, points })),
        ),
      ),
    ),
  );

  /** False until the mirror has answered. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Days that are being read; null while none is. */
  get progress(): { done: number; total: number } | null {
    return this.#progress;
  }
  /** Why a day could not be read; nothing for having no network, which the missing days tell. */
  get error(): AppError | null {
    return this.#error;
  }
  /** Trips, idle times and stops, by vehicle and in the order of time. */
  get legs(): readonly Leg[] {
    return this.#legs;
  }
  get tracks(): readonly Track[] {
    return this.#tracks;
  }
  /** Days that were never read here, by their first instants. */
  get missing(): readonly number[] {
    return missingDays(this.#days);
  }
  /** How many days are here, and when the oldest of them was read. */
  get kept(): { days: number; oldest: number } | null {
    return keptDays(this.#days);
  }
  /** How many points are shown where there are more; null where all are. */
  get thinned(): { shown: number; all: number } | null {
    return thinnedDays(this.#days);
  }
  /** Sums by day; what a stop or trip lasts over midnight counts for both days. */
  totals(): readonly DayTotals[] {
    const read = this.#days.filter(({ readAt }) => readAt !== null);
    const byDay = Map.groupBy(read, ({ fromMs }) => fromMs);
    return [...byDay].map(([fromMs, copies]) => ({
      ...totalsOf(copies.flatMap(({ trips }) => trips)),
      fromMs,
    }));
  }

  #of({ id }: Shown): readonly RouteCopy[] {
    return this.#days.filter(({ vehicleId }) => vehicleId === id);
  }
  #legsOf(vehicle: Shown): Leg[] {
    let stops = 0;
    return joined(this.#of(vehicle).flatMap(({ trips }) => trips)).map((trip) => {
      const stop = trip.kind === 'stopped' ? (stops += 1) : null;
      const key = `${vehicle.id}:${String(trip.startedAt ?? 0)}:${trip.kind}`;
      return { key, vehicle, trip, stop };
    });
  }

  /** Shows what is kept at once, then reads what is missing or was read too early. */
  async load({ vehicles, midnights, nowMs }: Question, whole = false): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    this.#progress = null;
    this.#error = null;
    const asked = vehicles.flatMap(({ id }) =>
      midnights.slice(0, -1).flatMap((fromMs, index) => {
        const toMs = midnights[index + 1] ?? fromMs;
        return fromMs > nowMs ? [] : [{ vehicleId: id, fromMs, toMs }];
      }),
    );
    await readDays<RouteDay, RouteCopy>({
      ...{ days: asked, nowMs, isCurrent },
      read: (day, refresh) => this.#read(day, refresh, whole),
      onkept: (copies) => {
        this.#vehicles = vehicles;
        this.#days = copies;
        this.#loaded = true;
      },
      onprogress: (progress) => (this.#progress = progress),
      onfailed: (error) => (this.#error = error),
    });
  }

  /** Gives up the readings that have not begun. */
  stop(): void {
    this.#generation += 1;
    this.#progress = null;
  }

  async #read(
    { vehicleId, fromMs, toMs }: RouteDay,
    refresh: 'never' | 'always',
    whole: boolean,
  ): Promise<{ copy: RouteCopy; error: AppError | null }> {
    const { error, ...day } = await readRouteDay({ vehicleId, fromMs, toMs }, refresh, whole);
    return { copy: { vehicleId, fromMs, toMs, ...day }, error };
  }
}
