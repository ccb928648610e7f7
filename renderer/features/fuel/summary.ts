import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import { fieldsOf, idAt, numberAt, textAt, valueAt } from '../../state/record.ts';
import { isUnassigned } from './transaction.ts';
import type { FuelTransaction } from './transaction.ts';

/** Fuel of one vehicle over some days. */
export interface FuelSum {
  readonly key: string;
  readonly vehicleId: string | null;
  readonly vehicle: string;
  readonly depot: string;
  /** Metres; null where the service's summary was not read. */
  readonly distanceM: number | null;
  readonly litres: number;
  readonly cost: number;
  /** Transactions of these days that are here. */
  readonly count: number;
}

/** Litres for 100 km; null without a distance or without fuel. */
export function per100Km({
  distanceM,
  litres,
}: Pick<FuelSum, 'distanceM' | 'litres'>): number | null {
  return distanceM === null || distanceM <= 0 || litres <= 0
    ? null
    : litres / (distanceM / 100_000);
}

/** What 100 km cost; null without a distance or a cost. */
export function costPer100Km({
  distanceM,
  cost,
}: Pick<FuelSum, 'distanceM' | 'cost'>): number | null {
  return distanceM === null || distanceM <= 0 || cost <= 0 ? null : cost / (distanceM / 100_000);
}

function rowsIn(json: string | null): readonly unknown[] {
  const answer = parsedJson(json);
  if (Array.isArray(answer)) return answer;
  const data = valueAt(fieldsOf(answer), 'data');
  return Array.isArray(data) ? data : [];
}

/**
 * The service's summary (section 4.4 of the interface), with the number of transactions that are
 * here; where it was never read, the transactions summed up without a distance. Vehicles that
 * neither drove nor filled up are left out.
 *
 * @param transactions those of the same days
 */
export function sumsOf(
  json: string | null,
  transactions: readonly FuelTransaction[],
): readonly FuelSum[] {
  const byVehicle = Map.groupBy(
    transactions.filter((one) => !isUnassigned(one)),
    ({ vehicle }) => vehicle,
  );
  const own = [...byVehicle].map(([vehicle, filled]): FuelSum => ({
    key: vehicle,
    vehicleId: filled[0]?.vehicleId ?? null,
    vehicle,
    depot: '',
    distanceM: null,
    litres: filled.reduce((sum, { litres }) => sum + (litres ?? 0), 0),
    cost: filled.reduce((sum, { total }) => sum + (total ?? 0), 0),
    count: filled.length,
  }));
  if (json === null) return own;
  const ownBy = new Map(own.map((sum) => [sum.vehicle, sum]));
  return rowsIn(json).flatMap((value, index): FuelSum[] => {
    const row = fieldsOf(value);
    const vehicle = textAt(row, 'regNo') ?? textAt(row, 'vehicle') ?? '';
    const mine = ownBy.get(vehicle);
    const sum = {
      key: `${String(index)} ${vehicle}`,
      vehicleId: mine?.vehicleId ?? idAt(row, 'id'),
      vehicle,
      depot: textAt(row, 'depot') ?? '',
      distanceM: numberAt(row, 'mileage'),
      litres: numberAt(row, 'refueled') ?? 0,
      cost: numberAt(row, 'total') ?? 0,
      count: mine?.count ?? 0,
    };
    return (sum.distanceM ?? 0) > 0 || sum.litres > 0 || sum.cost > 0 ? [sum] : [];
  });
}

/** All of them as one; the distance is null where one of those that filled up has none. */
export function sumOfAll(sums: readonly FuelSum[]): Omit<FuelSum, 'key' | 'vehicleId' | 'depot'> {
  const add = (of: (sum: FuelSum) => number): number =>
    sums.reduce((total, sum) => total + of(sum), 0);
  const known = sums.every(({ distanceM }) => distanceM !== null);
  return {
    vehicle: '',
    distanceM: known ? add(({ distanceM }) => distanceM ?? 0) : null,
    litres: add(({ litres }) => litres),
    cost: add(({ cost }) => cost),
    count: add(({ count }) => count),
  };
}
