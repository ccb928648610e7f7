import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { medianOf } from '../../../shared/rules/median.ts';
import { isMoving } from './marks.ts';
import { toStationM } from './place.ts';
import type { Whereabouts } from './place.ts';
import { cardKey, stationKey } from './transaction.ts';
import type { FuelTransaction, FuelVehicle } from './transaction.ts';

/**
 * Which vehicle an unassigned transaction may belong to. Each reason has points, for or against;
 * what is not known has none. Pure.
 */

interface Points {
  readonly points: number;
}
export type Reason = Points &
  (
    | { readonly is: 'card'; readonly count: number; readonly of: number }
    | { readonly is: 'driver'; readonly name: string }
    | { readonly is: 'stoppedThere'; readonly distanceM: number }
    | { readonly is: 'droveBy'; readonly distanceM: number }
    | { readonly is: 'elsewhere'; readonly distanceM: number }
    | { readonly is: 'wasDriving' }
    | { readonly is: 'lastSeen'; readonly distanceM: number; readonly apartMs: number }
    | { readonly is: 'lastSeenFar'; readonly distanceM: number; readonly apartMs: number }
    | { readonly is: 'fits'; readonly tankL: number }
    | { readonly is: 'tooSmall'; readonly tankL: number }
    | { readonly is: 'justFilled'; readonly apartMs: number }
    | { readonly is: 'due'; readonly sinceMs: number; readonly usualMs: number }
    | { readonly is: 'usualStation'; readonly count: number }
  );
export type ReasonKind = Reason['is'];

export interface Candidate {
  readonly vehicle: FuelVehicle;
  readonly score: number;
  readonly grade: 'strong' | 'likely' | 'weak';
  /** What weighs most comes first. */
  readonly reasons: readonly Reason[];
}

export interface Clues {
  /** Transactions that have a vehicle, of any time. */
  readonly assigned: readonly FuelTransaction[];
  readonly stations: ReadonlyMap<string, readonly AreaShape[]>;
  /** Where a vehicle was at the transaction's time, where its trips were read; by vehicle. */
  readonly whereabouts: ReadonlyMap<string, Whereabouts>;
}

/** As many as there are digits to press. */
export const MOST_CANDIDATES = 9;
/** Of a larger fleet, only those for which something speaks are asked where they were. */
const MOST_ROUTES = 500;
/** What counts as something, in points. */
const SPEAKS = 5;
const AT_STATION_M = 300;
const ELSEWHERE_M = 2_000;
/** A last position this long before or after still tells where it was. */
const NEAR_MS = 15 * 60_000;
const FASTEST_M_PER_MS = 110 / 3_600;
const JUST_FILLED_MS = 2 * 3_600_000;
const TANK_SLACK = 1.02;
const STRONG = 55;
const LIKELY = 25;

/** What the other transactions of a vehicle tell, made once for all transactions. */
interface Habits {
  /** In the order of time. */
  readonly filledAt: readonly number[];
  readonly usualMs: number | null;
  readonly cards: ReadonlyMap<string, number>;
  readonly stations: ReadonlyMap<string, number>;
}

const NO_HABITS: Habits = { filledAt: [], usualMs: null, cards: new Map(), stations: new Map() };

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function habitsOf(transactions: readonly FuelTransaction[]): Habits {
  const filledAt = transactions
    .flatMap(({ atMs }) => (atMs === null ? [] : [atMs]))
    .sort((a, b) => a - b);
  const gaps = filledAt.slice(1).map((at, i) => at - (filledAt[i] ?? at));
  return {
    filledAt,
    usualMs: gaps.length < 2 ? null : medianOf(gaps),
    cards: countsOf(transactions.map(cardKey)),
    stations: countsOf(transactions.map(({ station }) => stationKey(station))),
  };
}

/** Cards and people: who paid. */
function payerReasons(
  one: FuelTransaction,
  vehicle: FuelVehicle,
  { cards }: Habits,
  cardUses: ReadonlyMap<string, number>,
): Reason[] {
  const found: Reason[] = [];
  const key = cardKey(one);
  const count = cards.get(key) ?? 0;
  const of = cardUses.get(key) ?? count;
  if (count > 0) found.push({ is: 'card', count, of, points: 40 * (count / of) });
  const sameId = one.driverId !== null && one.driverId === vehicle.driverId;
  const sameName =
    (one.driverId === null || vehicle.driverId === null) &&
    one.driver !== '' &&
    one.driver === vehicle.driver;
  if (sameId || sameName) found.push({ is: 'driver', name: vehicle.driver, points: 30 });
  return found;
}

/** Trips and stops that were read; where they were not, the last known position. */
function placeReasons(
  { atMs }: FuelTransaction,
  { fix }: FuelVehicle,
  where: Whereabouts | undefined,
  shapes: readonly AreaShape[],
): Reason[] {
  if (atMs === null) return [];
  if (where !== undefined) {
    const moving = isMoving(where, atMs);
    const distanceM = where.place === null ? null : toStationM(shapes, where.place);
    if (distanceM === null) return moving ? [{ is: 'wasDriving', points: -20 }] : [];
    if (distanceM > ELSEWHERE_M) return [{ is: 'elsewhere', distanceM, points: -60 }];
    if (distanceM > AT_STATION_M) return [];
    return moving
      ? [{ is: 'droveBy', distanceM, points: 10 }]
      : [{ is: 'stoppedThere', distanceM, points: 60 }];
  }
  if (fix === null) return [];
  const apartMs = Math.abs(fix.atMs - atMs);
  const distanceM = toStationM(shapes, fix);
  if (distanceM === null || apartMs > NEAR_MS) return [];
  if (distanceM <= AT_STATION_M) return [{ is: 'lastSeen', distanceM, apartMs, points: 35 }];
  return distanceM > ELSEWHERE_M + apartMs * FASTEST_M_PER_MS
    ? [{ is: 'lastSeenFar', distanceM, apartMs, points: -40 }]
    : [];
}

/** Its tank, and when and where it fills up else. */
function habitReasons(one: FuelTransaction, { tankL }: FuelVehicle, habits: Habits): Reason[] {
  const found: Reason[] = [];
  if (tankL !== null && one.litres !== null) {
    found.push(
      one.litres > tankL * TANK_SLACK
        ? { is: 'tooSmall', tankL, points: -50 }
        : { is: 'fits', tankL, points: 3 },
    );
  }
  const { atMs } = one;
  if (atMs !== null && habits.filledAt.length > 0) {
    const apartMs = Math.min(...habits.filledAt.map((at) => Math.abs(at - atMs)));
    const before = habits.filledAt.findLast((at) => at <= atMs);
    const sinceMs = before === undefined ? null : atMs - before;
    const { usualMs } = habits;
    if (apartMs < JUST_FILLED_MS) found.push({ is: 'justFilled', apartMs, points: -30 });
    else if (sinceMs !== null && usualMs !== null && sinceMs >= usualMs / 2) {
      found.push({ is: 'due', sinceMs, usualMs, points: 6 });
    }
  }
  const there = habits.stations.get(stationKey(one.station)) ?? 0;
  if (there > 0) found.push({ is: 'usualStation', count: there, points: Math.min(9, 3 * there) });
  return found;
}

/** What says nothing by itself: most tanks hold most fillings. */
const IDLE: ReadonlySet<ReasonKind> = new Set(['fits', 'due']);

function gradeOf(score: number): Candidate['grade'] {
  if (score >= STRONG) return 'strong';
  return score >= LIKELY ? 'likely' : 'weak';
}

/** Ranks vehicles for any of several transactions; what the assigned ones tell is worked out once. */
export class Ranking {
  readonly #habits: ReadonlyMap<string, Habits>;
  readonly #cardUses: ReadonlyMap<string, number>;

  constructor(assigned: readonly FuelTransaction[]) {
    const byVehicle = Map.groupBy(assigned, ({ vehicleId }) => vehicleId ?? '');
    byVehicle.delete('');
    this.#habits = new Map([...byVehicle].map(([id, own]) => [id, habitsOf(own)]));
    this.#cardUses = countsOf([...byVehicle.values()].flat().map(cardKey));
  }

  /**
   * Everything that speaks for or against a vehicle, what weighs most first.
   */
  reasonsOf(
    one: FuelTransaction,
    vehicle: FuelVehicle,
    { stations, whereabouts }: Omit<Clues, 'assigned'>,
  ): Reason[] {
    const habits = this.#habits.get(vehicle.id) ?? NO_HABITS;
    const shapes = stations.get(stationKey(one.station)) ?? [];
    return [
      ...payerReasons(one, vehicle, habits, this.#cardUses),
      ...placeReasons(one, vehicle, whereabouts.get(vehicle.id), shapes),
      ...habitReasons(one, vehicle, habits),
    ].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  }

  /**
   * The vehicles whose trips of that time can tell: all, and of a larger fleet those for which something
   * speaks.
   */
  inQuestion(
    one: FuelTransaction,
    vehicles: readonly FuelVehicle[],
    stations: Clues['stations'],
  ): readonly FuelVehicle[] {
    if (vehicles.length <= MOST_ROUTES) return vehicles;
    const clues = { stations, whereabouts: new Map<string, Whereabouts>() };
    return vehicles
      .filter((vehicle) =>
        this.reasonsOf(one, vehicle, clues).some(({ points }) => points > SPEAKS),
      )
      .slice(0, MOST_ROUTES);
  }

  /**
   * The likeliest vehicles, best first, at most `MOST_CANDIDATES`; the order does not depend on that
   * of the vehicles. A vehicle for which nothing speaks is none.
   */
  candidatesOf(
    one: FuelTransaction,
    vehicles: readonly FuelVehicle[],
    clues: Omit<Clues, 'assigned'>,
  ): Candidate[] {
    const found = vehicles.flatMap((vehicle): Candidate[] => {
      const reasons = this.reasonsOf(one, vehicle, clues);
      const score = reasons.reduce((sum, { points }) => sum + points, 0);
      const speaks = reasons.some(({ is, points }) => points > 0 && !IDLE.has(is));
      return speaks && score > 0 ? [{ vehicle, score, grade: gradeOf(score), reasons }] : [];
    });
    return found
      .sort(
        (a, b) =>
          b.score - a.score ||
          a.vehicle.name.localeCompare(b.vehicle.name, 'en', { numeric: true }) ||
          (a.vehicle.id < b.vehicle.id ? -1 : 1),
      )
      .slice(0, MOST_CANDIDATES);
  }
}
