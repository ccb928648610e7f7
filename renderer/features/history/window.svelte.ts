import { readRouteDay } from '../../records/routeDay.ts';
import { joined, totalsOf } from '../../records/trips.ts';
import type { Trip, TripTotals } from '../../records/trips.ts';
import { trackOf } from '../../../shared/rules/track.ts';
import type { Track } from '../../../shared/rules/track.ts';
import type { AppError, Output } from '../../bridge.ts';
import { distinct } from './days.ts';

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
interface DayCopy {
  readonly vehicleId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly trips: readonly Trip[];
  /** Null where it was never read on this computer. */
  readonly readAt: number | null;
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

/** Readings at once: more would keep others waiting. */
const AT_ONCE = 2;
/** A day that was read this long after its end had told all of it, late devices too. */
const SETTLED_MS = 6 * 3_600_000;
/** Days that are read before the route is worked out anew. */
const DAYS_A_STEP = 4;

/**
 * The trips of some vehicles over some days. Read day by day: each day is a copy of its own, so that
 * whatever was read once is there without a network, in any range that holds it.
 */
export class RouteHistory {
  #days = $state.raw<readonly DayCopy[]>([]);
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
    const found = this.#days.filter(({ readAt }) => readAt === null).map(({ fromMs }) => fromMs);
    return distinct(found);
  }
  /** How many days are here, and when the oldest of them was read. */
  get kept(): { days: number; oldest: number } | null {
    const read = this.#days.filter(({ readAt }) => readAt !== null);
    const days = distinct(read.map(({ fromMs }) => fromMs)).length;
    return days === 0
      ? null
      : { days, oldest: read.reduce((a, { readAt }) => Math.min(a, readAt ?? a), Infinity) };
  }
  /** How many points are shown where there are more; null where all are. */
  get thinned(): { shown: number; all: number } | null {
    const less = this.#days.flatMap(({ thinned }) => (thinned === null ? [] : [thinned]));
    return less.length === 0
      ? null
      : {
          shown: less.reduce((sum, { shown }) => sum + (shown ?? 0), 0),
          all: less.reduce((sum, { all }) => sum + (all ?? 0), 0),
        };
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

  #of({ id }: Shown): readonly DayCopy[] {
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
    const read = await Promise.all(asked.map((day) => this.#read(day, 'never', whole)));
    if (!isCurrent()) return;
    const copies = read.map(({ copy }) => copy);
    this.#vehicles = vehicles;
    this.#days = copies;
    this.#loaded = true;
    const due = copies.flatMap(({ readAt, toMs }, index) =>
      readAt === null || readAt < Math.min(toMs + SETTLED_MS, nowMs) ? [index] : [],
    );
    if (due.length === 0) return;
    const total = due.length;
    let done = 0;
    this.#progress = { done, total };
    const next = [...copies];
    const work = async (): Promise<void> => {
      for (let index = due.shift(); index !== undefined && isCurrent(); index = due.shift()) {
        const day = asked[index];
        if (day === undefined) return;
        const fresh = await this.#read(day, 'always', whole);
        if (!isCurrent()) return;
        next[index] = fresh.copy;
        done += 1;
        if (fresh.error !== null) this.#failed(fresh.error, due);
        this.#progress = { done, total };
        // The whole is worked out anew with each step: not for every day of a long range.
        if (done % DAYS_A_STEP === 0 || done === total || due.length === 0) this.#days = [...next];
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (isCurrent()) this.#progress = null;
  }

  /** Gives up the readings that have not begun. */
  stop(): void {
    this.#generation += 1;
    this.#progress = null;
  }

  /** Without a network no other day can be read either. */
  #failed(error: AppError, due: number[]): void {
    if (error.kind === 'offline') due.length = 0;
    else this.#error = error;
  }

  async #read(
    { vehicleId, fromMs, toMs }: Pick<DayCopy, 'vehicleId' | 'fromMs' | 'toMs'>,
    refresh: 'never' | 'always',
    whole: boolean,
  ): Promise<{ copy: DayCopy; error: AppError | null }> {
    const { error, ...day } = await readRouteDay({ vehicleId, fromMs, toMs }, refresh, whole);
    return { copy: { vehicleId, fromMs, toMs, ...day }, error };
  }
}
