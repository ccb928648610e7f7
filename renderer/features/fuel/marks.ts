import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { medianOf } from '../../../shared/rules/median.ts';
import { toStationM } from './place.ts';
import type { Whereabouts } from './place.ts';
import { cardKey, stationKey } from './transaction.ts';
import type { FuelTransaction } from './transaction.ts';

/** What speaks against a transaction, each with the figures that say why. Pure. */

export const MARK_KINDS = ['moving', 'overTank', 'twice', 'far', 'price'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export type Mark =
  | { readonly is: 'moving'; readonly speedKmh: number | null }
  | { readonly is: 'overTank'; readonly litres: number; readonly tankL: number }
  | {
      readonly is: 'twice';
      readonly otherId: string;
      readonly apartMs: number;
      readonly by: 'vehicle' | 'card';
    }
  | { readonly is: 'far'; readonly distanceM: number; readonly station: string }
  | {
      readonly is: 'price';
      readonly price: number;
      readonly median: number;
      /** How many prices of that day the median is of. */
      readonly of: number;
    };

/** Gauges and pumps differ by so much. */
const TANK_SLACK = 0.02;
/** Nobody fills up again sooner. */
const TWICE_MS = 15 * 60_000;
/** Prices differ by place and brand, but not by more than this share. */
const PRICE_SHARE = 0.2;
/** A median of fewer prices says nothing. */
const LEAST_PRICES = 4;
/** Beyond this a position is not at the station, however coarse it is. */
const FAR_M = 500;
/** The clocks of tills and trackers differ by so much. */
const CLOCKS_MS = 90_000;
/** A tracker that stands also reports a little speed. */
const MOVING_KMH = 5;

/** How many of each kind some transactions have. */
export function countsOf(
  transactions: readonly FuelTransaction[],
  marks: ReadonlyMap<string, readonly Mark[]>,
): ReadonlyMap<MarkKind, number> {
  const counts = new Map<MarkKind, number>();
  for (const { id } of transactions) {
    for (const { is } of marks.get(id) ?? []) counts.set(is, (counts.get(is) ?? 0) + 1);
  }
  return counts;
}

export interface Evidence {
  /** The day of an instant, in the zone in which days are shown. */
  readonly dayOf: (atMs: number) => string;
  /** Litres; null where the vehicle or its tank is not known. */
  readonly tankOf: (vehicleId: string) => number | null;
  /** Shapes of the stations of a name, by `stationKey`. */
  readonly stations: ReadonlyMap<string, readonly AreaShape[]>;
  /** Where the transaction's own vehicle was, by the transaction's id. */
  readonly whereabouts: ReadonlyMap<string, Whereabouts>;
}

function groups(
  transactions: readonly FuelTransaction[],
  keyOf: (transaction: FuelTransaction) => string | null,
): FuelTransaction[][] {
  const byKey = Map.groupBy(transactions, keyOf);
  byKey.delete(null);
  return [...byKey.values()];
}

/** The neighbours in time of each transaction that share a vehicle, or else a card. */
function twiceOf(transactions: readonly FuelTransaction[]): Map<string, Mark> {
  const found = new Map<string, Mark & { is: 'twice' }>();
  const look = (by: 'vehicle' | 'card', keyOf: (one: FuelTransaction) => string | null): void => {
    for (const group of groups(transactions, keyOf)) {
      const inOrder = group
        .flatMap(({ id, atMs }) => (atMs === null ? [] : [{ id, atMs }]))
        .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
      for (const [i, one] of inOrder.entries()) {
        for (const other of [inOrder[i - 1], inOrder[i + 1]]) {
          if (other === undefined) continue;
          const apartMs = Math.abs(one.atMs - other.atMs);
          const known = found.get(one.id);
          if (apartMs >= TWICE_MS || (known !== undefined && known.apartMs <= apartMs)) continue;
          found.set(one.id, { is: 'twice', otherId: other.id, apartMs, by });
        }
      }
    }
  };
  look('vehicle', ({ vehicleId }) => vehicleId);
  look('card', (one) => (cardKey(one) === '' ? null : cardKey(one)));
  return found;
}

function priceMarks(
  transactions: readonly FuelTransaction[],
  dayOf: Evidence['dayOf'],
): Map<string, Mark> {
  const found = new Map<string, Mark>();
  const priced = transactions.filter(({ price }) => price !== null && price > 0);
  const days = groups(priced, ({ atMs, fuelTypeId }) =>
    atMs === null ? null : `${dayOf(atMs)} ${fuelTypeId ?? ''}`,
  );
  for (const day of days) {
    if (day.length < LEAST_PRICES) continue;
    const median = medianOf(day.map(({ price }) => price ?? 0));
    for (const { id, price } of day) {
      if (price === null || Math.abs(price / median - 1) <= PRICE_SHARE) continue;
      found.set(id, { is: 'price', price, median, of: day.length });
    }
  }
  return found;
}

/** Whether a vehicle drove at an instant, and not just before it stopped or after it set off. */
export function isMoving(
  { state, speedKmh, sinceMs, untilMs }: Whereabouts,
  atMs: number,
): boolean {
  if (state !== 'driving' || (speedKmh !== null && speedKmh < MOVING_KMH)) return false;
  return atMs - sinceMs > CLOCKS_MS && untilMs - atMs > CLOCKS_MS;
}

function placeMarks(one: FuelTransaction, { whereabouts, stations }: Evidence): Mark[] {
  const where = whereabouts.get(one.id);
  if (where === undefined || one.atMs === null) return [];
  const found: Mark[] = isMoving(where, one.atMs)
    ? [{ is: 'moving', speedKmh: where.speedKmh }]
    : [];
  const shapes = stations.get(stationKey(one.station)) ?? [];
  const distanceM = where.place === null ? null : toStationM(shapes, where.place);
  if (distanceM !== null && distanceM > FAR_M) {
    found.push({ is: 'far', distanceM, station: one.station });
  }
  return found;
}

/**
 * Marks by transaction, in the order of `MARK_KINDS`; a transaction without any is not in it. What
 * is not known (a tank, a route that was never read, a station that is no area) marks nothing.
 */
export function marksOf(
  transactions: readonly FuelTransaction[],
  evidence: Evidence,
): ReadonlyMap<string, readonly Mark[]> {
  const twice = twiceOf(transactions);
  const prices = priceMarks(transactions, evidence.dayOf);
  const all = transactions.map((one): [string, Mark[]] => {
    const { id, vehicleId, litres } = one;
    const tankL = vehicleId === null ? null : evidence.tankOf(vehicleId);
    const over = litres !== null && tankL !== null && litres > tankL * (1 + TANK_SLACK);
    const found = [
      ...placeMarks(one, evidence),
      ...(over ? [{ is: 'overTank' as const, litres, tankL }] : []),
      ...[twice.get(id), prices.get(id)].filter((mark) => mark !== undefined),
    ];
    const order = (mark: Mark): number => MARK_KINDS.indexOf(mark.is);
    return [id, found.sort((a, b) => order(a) - order(b))];
  });
  return new Map(all.filter(([, marks]) => marks.length > 0));
}
