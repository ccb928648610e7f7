import { areaShape } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { call } from '../../bridge.ts';
import type { AppError, Row } from '../../bridge.ts';
import { readRouteDay } from '../../records/routeDay.ts';
import type { RouteDay } from '../../records/routeDay.ts';
import { fieldsOfRow, textAt } from '../../state/record.ts';
import { whereaboutsIn } from './place.ts';
import type { Whereabouts } from './place.ts';
import { stationKey, vehicleOf } from './transaction.ts';
import type { FuelTransaction, FuelVehicle } from './transaction.ts';

/** Reads of the fuel page out of the mirror; the service is asked by `readTrips` alone. */

const WINDOW = 500;
/** Transactions that are looked at; what is cut off is said. */
export const MOST = 50_000;
const MOST_VEHICLES = 20_000;
/** Areas of one name. */
const MOST_STATIONS = 50;
/** Documents that are asked for at once. */
const AT_ONCE = 4;
/** Trips that were read this long after an instant had told all of it. */
const SETTLED_MS = 30 * 60_000;

/** Shapes of stations by `stationKey`, and where vehicles were, by what the caller asks about. */
export type Stations = ReadonlyMap<string, readonly AreaShape[]>;
export type Placed = ReadonlyMap<string, Whereabouts>;
export const NO_STATIONS: Stations = new Map();
export const NOWHERE: Placed = new Map();
export const NO_NAMES: ReadonlyMap<string, string> = new Map();
export const NO_VEHICLES: ReadonlyMap<string, FuelVehicle> = new Map();

/** Several at a time, in their order; ends early once `isCurrent` says so. */
async function each<T>(
  list: readonly T[],
  isCurrent: () => boolean,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...list];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined && isCurrent(); one = left.shift()) {
      await work(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

interface RowsRead {
  readonly rows: readonly Row[];
  /** Whether there are more than were read. */
  readonly cut: boolean;
  readonly scannedAt: number | null;
  readonly error: AppError | null;
}

async function readAll(
  entity: 'fuelTransaction' | 'vehicle',
  most: number,
  stop: (row: Row) => boolean,
): Promise<RowsRead> {
  const rows: Row[] = [];
  let scannedAt: number | null = null;
  const view =
    entity === 'vehicle'
      ? ({ entity, archived: 'no' } as const)
      : ({ entity, sort: { field: 'transactionDate', descending: true } } as const);
  for (;;) {
    const page = await call('records.window', { view, offset: rows.length, limit: WINDOW });
    if (!page.ok) return { rows, cut: false, scannedAt, error: page.error };
    scannedAt = page.value.scannedAt;
    rows.push(...page.value.rows);
    const last = page.value.rows.at(-1);
    if (last === undefined || rows.length >= page.value.total || stop(last)) break;
    if (rows.length >= most) return { rows, cut: true, scannedAt, error: null };
  }
  return { rows, cut: false, scannedAt, error: null };
}

/** Transactions, the latest first, until one is too old; those without a date come last. */
export function readTransactions(isTooOld: (row: Row) => boolean): Promise<RowsRead> {
  return readAll('fuelTransaction', MOST, isTooOld);
}

/** The living vehicles by their ids; null where they could not be read. */
export async function readVehicles(): Promise<ReadonlyMap<string, FuelVehicle> | null> {
  const { rows, error } = await readAll('vehicle', MOST_VEHICLES, () => false);
  return error === null ? new Map(rows.map((row) => [row.id, vehicleOf(row)])) : null;
}

/** What vehicles are called, by their ids; the same map as before where none is called otherwise. */
export function namesOf(
  vehicles: ReadonlyMap<string, FuelVehicle>,
  before: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const isSame = ({ id, name }: FuelVehicle): boolean => before.get(id) === name;
  return vehicles.size === before.size && [...vehicles.values()].every(isSame)
    ? before
    : new Map([...vehicles].map(([id, { name }]) => [id, name]));
}

/** Areas that are called like the stations of some transactions. */
export async function readStations(
  transactions: readonly FuelTransaction[],
  isCurrent: () => boolean,
): Promise<Stations> {
  const names = new Map(transactions.map(({ station }) => [stationKey(station), station]));
  names.delete('');
  const found = new Map<string, readonly AreaShape[]>();
  await each([...names], isCurrent, async ([key, name]) => {
    const view = { entity: 'area', text: name.slice(0, 200) } as const;
    const page = await call('records.window', { view, offset: 0, limit: MOST_STATIONS });
    const rows = page.ok ? page.value.rows : [];
    const shapes = rows.map(fieldsOfRow).flatMap((fields): AreaShape[] => {
      if (stationKey(textAt(fields, 'name') ?? '') !== key) return [];
      const [type, coordinates] = [fields.get('type'), fields.get('coordinates')];
      const shape = areaShape({ type, coordinates, radius: fields.get('radius') });
      return shape === undefined ? [] : [shape];
    });
    if (shapes.length > 0) found.set(key, shapes);
  });
  return found;
}

export type DayOf = (vehicleId: string, atMs: number) => RouteDay;

interface PlacedDay {
  readonly readAt: number | null;
  readonly at: Map<number, Whereabouts | null>;
}

/**
 * Where vehicles were at some instants, by the trips that are here. What was looked up is remembered
 * until `forget`: a day of trips is large, and the vehicles move all the time.
 */
export class Places {
  #days = new Map<string, PlacedDay>();
  readonly #dayOf: DayOf;

  constructor(dayOf: DayOf) {
    this.#dayOf = dayOf;
  }

  /** Trips were read: what was looked up may be wrong. */
  forget(): void {
    this.#days = new Map();
  }

  async #dayWith(day: RouteDay, instants: readonly number[]): Promise<PlacedDay> {
    const days = this.#days;
    const key = `${day.vehicleId} ${String(day.fromMs)}`;
    const known = days.get(key);
    if (known !== undefined && instants.every((atMs) => known.at.has(atMs))) return known;
    const { trips, readAt } = await readRouteDay(day, 'never');
    const at = new Map(days.get(key)?.at);
    for (const atMs of instants) at.set(atMs, whereaboutsIn(trips, atMs));
    const placed = { readAt, at };
    days.set(key, placed);
    return placed;
  }

  /** Where the vehicles of some transactions were; by transaction. */
  async ofTransactions(
    transactions: readonly FuelTransaction[],
    isCurrent: () => boolean,
  ): Promise<Placed> {
    const asked = transactions.flatMap(({ id, vehicleId, atMs }) =>
      vehicleId === null || atMs === null ? [] : [{ id, atMs, day: this.#dayOf(vehicleId, atMs) }],
    );
    const found = new Map<string, Whereabouts>();
    const byDay = Map.groupBy(asked, ({ day }) => `${day.vehicleId} ${String(day.fromMs)}`);
    await each([...byDay.values()], isCurrent, async (ofDay) => {
      const [first] = ofDay;
      if (first === undefined) return;
      const instants = ofDay.map(({ atMs }) => atMs);
      const { at } = await this.#dayWith(first.day, instants);
      for (const { id, atMs } of ofDay) {
        const where = at.get(atMs) ?? null;
        if (where !== null) found.set(id, where);
      }
    });
    return found;
  }

  /** Where vehicles were at an instant, and of how many of them the trips of that day are here. */
  async ofVehicles(
    vehicleIds: readonly string[],
    atMs: number,
  ): Promise<{ places: Placed; read: number }> {
    const places = new Map<string, Whereabouts>();
    let read = 0;
    await each(
      vehicleIds,
      () => true,
      async (id) => {
        const { at, readAt } = await this.#dayWith(this.#dayOf(id, atMs), [atMs]);
        if (readAt !== null) read += 1;
        const where = at.get(atMs) ?? null;
        if (where !== null) places.set(id, where);
      },
    );
    return { places, read };
  }
}

/**
 * Asks the service for the trips of some vehicles on the day of an instant, where they are not here
 * or were read too early. The first error, which ends it.
 */
export async function readTrips(
  days: readonly RouteDay[],
  atMs: number,
  isCurrent: () => boolean,
  ondone: (done: number) => void,
): Promise<AppError | null> {
  let done = 0;
  const failed: AppError[] = [];
  await each(
    days,
    () => isCurrent() && failed.length === 0,
    async (day) => {
      const { readAt } = await readRouteDay(day, 'never');
      const isOld = readAt === null || readAt < atMs + SETTLED_MS;
      const error = isOld ? (await readRouteDay(day, 'always')).error : null;
      if (error !== null) failed.push(error);
      done += 1;
      ondone(done);
    },
  );
  return failed[0] ?? null;
}
