import { readRouteDay } from '../../records/routeDay.ts';
import type { RouteDay } from '../../records/routeDay.ts';
import { joined, totalsOf } from '../../records/trips.ts';
import type { Trip, TripTotals } from '../../records/trips.ts';
import { trackOf } from '../../../shared/rules/track.ts';
import type { Track } from '../../../shared/rules/track.ts';
import type { AppError } from '../../bridge.ts';
import { distinctKeys } from '../../state/eachOnce.ts';
import { DayBook } from '../../state/dayBook.svelte.ts';
import type { DayCopy } from '../../state/dayCopies.ts';
import { daysBegun } from '../../state/days.ts';

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
}

/** A trip or stop of a vehicle, numbered where it is a stop. */
export interface Leg {
  readonly key: string;
  readonly vehicle: Shown;
  readonly trip: Trip;
  /** Stops of a vehicle from 1; null for what is no stop. */
  readonly stop: number | null;
}

/** A leg as it is in what was read since; null where it is there no longer. */
export function legNow(legs: readonly Leg[], leg: Leg | null): Leg | null {
  if (leg === null) return null;
  const { key, vehicle, trip } = leg;
  const isSame = (one: Leg): boolean =>
    trip.id !== null && one.trip.id === trip.id && one.vehicle.id === vehicle.id;
  return legs.find((one) => one.key === key) ?? legs.find(isSame) ?? null;
}

export interface DayTotals extends TripTotals {
  readonly fromMs: number;
}

/** The trips of some vehicles over some days. */
export class RouteHistory extends DayBook<RouteDay, RouteCopy> {
  #vehicles = $state.raw<readonly Shown[]>([]);
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

  /** Trips, idle times and stops, by vehicle and in the order of time. */
  get legs(): readonly Leg[] {
    return this.#legs;
  }
  get tracks(): readonly Track[] {
    return this.#tracks;
  }
  /** Sums by day; what a stop or trip lasts over midnight counts for both days. */
  totals(): readonly DayTotals[] {
    const read = this.copies.filter(({ readAt }) => readAt !== null);
    const byDay = Map.groupBy(read, ({ fromMs }) => fromMs);
    return [...byDay].map(([fromMs, copies]) => ({
      ...totalsOf(copies.flatMap(({ trips }) => trips)),
      fromMs,
    }));
  }

  /** Sums over days, by their first instants; what lasts over a midnight between them counts once. */
  totalsOver(days: ReadonlySet<number>): TripTotals {
    const read = this.copies.filter(({ readAt, fromMs }) => readAt !== null && days.has(fromMs));
    const byVehicle = Map.groupBy(read, ({ vehicleId }) => vehicleId);
    return totalsOf(
      [...byVehicle.values()].flatMap((copies) => joined(copies.flatMap(({ trips }) => trips))),
    );
  }

  #of({ id }: Shown): readonly RouteCopy[] {
    return this.copies.filter(({ vehicleId }) => vehicleId === id);
  }
  #legsOf(vehicle: Shown): Leg[] {
    let stops = 0;
    const trips = joined(this.#of(vehicle).flatMap((copy) => copy.trips));
    // A tenant that tells no instants would give all of them one key.
    const keys = distinctKeys(
      trips.map(({ startedAt, kind }) => `${vehicle.id}:${String(startedAt ?? 0)}:${kind}`),
    );
    return trips.map((trip, index) => {
      const stop = trip.kind === 'stopped' ? (stops += 1) : null;
      return { key: keys[index] ?? '', vehicle, trip, stop };
    });
  }

  load({ vehicles, midnights, nowMs }: Question, whole = false): Promise<boolean> {
    const days = daysBegun(midnights, nowMs);
    return this.show({
      days: vehicles.flatMap(({ id }) => days.map((day) => ({ vehicleId: id, ...day }))),
      read: (day, refresh) => this.#read(day, refresh, whole),
      before: () => (this.#vehicles = vehicles),
    });
  }

  /** Reads every day; false where one can't be read, or something else was asked for meanwhile. */
  async loadComplete(question: Question, whole: boolean): Promise<boolean> {
    return (await this.load(question, whole)) && this.complete;
  }

  /** Reads every point of every day, else false. */
  async loadWhole(question: Question): Promise<boolean> {
    return (await this.loadComplete(question, true)) && this.whole;
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
