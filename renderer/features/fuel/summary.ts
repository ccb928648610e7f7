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

/** A vehicle that fuel is summed up for, as far as it is known. */
interface Owner {
  readonly vehicleId: string | null;
  readonly vehicle: string;
}

/**
 * The transactions of each of some vehicles: by the id, and by the registration where one of both has no id
 * and no other vehicle is called so.
 */
function filledBy(
  owners: readonly Owner[],
  transactions: readonly FuelTransaction[],
): Map<Owner, readonly FuelTransaction[]> {
  const byId = new Map(owners.map((owner) => [owner.vehicleId, owner]));
  const byName = Map.groupBy(owners, ({ vehicle }) => vehicle);
  const ids = new Map<string, Set<string>>();
  for (const { vehicleId, vehicle } of [...owners, ...transactions]) {
    if (vehicleId !== null) ids.set(vehicle, (ids.get(vehicle) ?? new Set()).add(vehicleId));
  }
  const only = ([first, ...others]: readonly Owner[]): Owner | null =>
    others.length > 0 ? null : (first ?? null);
  const ownerOf = ({ vehicleId, vehicle }: Owner): Owner | null => {
    const numbered = vehicleId === null ? undefined : byId.get(vehicleId);
    if (numbered !== undefined) return numbered;
    const called = byName.get(vehicle) ?? [];
    const unnumbered = called.filter((owner) => owner.vehicleId === null);
    if (vehicleId === null && unnumbered.length > 0) return only(unnumbered);
    if ((ids.get(vehicle)?.size ?? 0) > 1) return null;
    return only(vehicleId === null ? called : unnumbered);
  };
  const filled = Map.groupBy(transactions, ownerOf);
  return new Map(owners.map((owner) => [owner, filled.get(owner) ?? []]));
}

/** The vehicles that some transactions tell of: each id once, and registrations that no id has alone. */
function ownersAmong(transactions: readonly FuelTransaction[]): readonly Owner[] {
  const withId = new Map<string, Owner>();
  for (const { vehicleId, vehicle } of transactions) {
    if (vehicleId !== null && !withId.has(vehicleId)) withId.set(vehicleId, { vehicleId, vehicle });
  }
  const owners = [...withId.values()];
  const byName = Map.groupBy(owners, ({ vehicle }) => vehicle);
  const others = new Set(
    transactions.flatMap(({ vehicleId, vehicle }) => (vehicleId === null ? [vehicle] : [])),
  );
  return [
    ...owners,
    ...[...others]
      .filter((name) => byName.get(name)?.length !== 1)
      .map((vehicle): Owner => ({ vehicleId: null, vehicle })),
  ];
}

/**
 * The service's summary (section 4.4 of the interface), with the number of transactions that are
 * here; where it was never read, the transactions summed up without a distance. Vehicles that
 * neither drove nor filled up are left out.
 *
 * @param transactions those of the same days
 * @param nameOf what a vehicle is called now, by its id; null where that is not known here
 */
export function sumsOf(
  json: string | null,
  transactions: readonly FuelTransaction[],
  nameOf: (vehicleId: string) => string | null,
): readonly FuelSum[] {
  const assigned = transactions.filter((one) => !isUnassigned(one));
  if (json === null) {
    return [...filledBy(ownersAmong(assigned), assigned)].map(
      ([{ vehicleId, vehicle }, filled]): FuelSum => ({
        ...{ key: `${vehicleId ?? ''} ${vehicle}`, vehicleId, vehicle, depot: '', distanceM: null },
        litres: filled.reduce((sum, { litres }) => sum + (litres ?? 0), 0),
        cost: filled.reduce((sum, { total }) => sum + (total ?? 0), 0),
        count: filled.length,
      }),
    );
  }
  const rows = rowsIn(json).map((value) => {
    const row = fieldsOf(value);
    const vehicleId = idAt(row, 'id');
    const said = textAt(row, 'regNo') ?? textAt(row, 'vehicle') ?? '';
    return { row, vehicleId, vehicle: (vehicleId === null ? null : nameOf(vehicleId)) ?? said };
  });
  const filledOf = filledBy(rows, assigned);
  return rows.flatMap((owner, index): FuelSum[] => {
    const { row, vehicle } = owner;
    const filled = filledOf.get(owner) ?? [];
    const sum = {
      key: `${String(index)} ${vehicle}`,
      vehicleId:
        owner.vehicleId ?? filled.find(({ vehicleId }) => vehicleId !== null)?.vehicleId ?? null,
      vehicle,
      depot: textAt(row, 'depot') ?? '',
      distanceM: numberAt(row, 'mileage'),
      litres: numberAt(row, 'refueled') ?? 0,
      cost: numberAt(row, 'total') ?? 0,
      count: filled.length,
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

/** Litres for 100 km of all of them; the fuel of vehicles whose kilometres nobody counted is no part of it. */
export function rateOf(sums: readonly FuelSum[]): number | null {
  return per100Km(sumOfAll(sums.filter(({ distanceM }) => (distanceM ?? 0) > 0)));
}
