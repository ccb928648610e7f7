import { MOST_DAYS, rangeNamed } from '../../state/days.ts';
import type { Range } from '../../state/days.ts';
import { dayAfter, dayOf, instantOfWall } from '../../state/zone.ts';

/** The days that a route is asked for. */

/** Vehicles whose routes are shown together: each is read day by day. */
export const MOST_VEHICLES = 8;

/** The vehicles of an address, the first one in its path. A link may name more than are shown together. */
export function vehiclesIn(first: string | null, others: string | undefined): string[] {
  const ids = new Set([first ?? '', ...(others ?? '').split(',')].filter(Boolean));
  return [...ids].slice(0, MOST_VEHICLES);
}

/** The range in an address; today where it names none that can be shown. */
export function rangeIn(
  query: Readonly<Record<string, string>>,
  nowMs: number,
  zone: string | undefined,
): Range {
  const today = dayOf(nowMs, zone);
  return rangeNamed(query, MOST_DAYS) ?? { from: today, to: today };
}

/** What began at an instant, or at one that nobody told. */
interface Begun {
  readonly trip: { readonly startedAt: number | null };
}

/** The order of lists by day: what tells no instant comes last. */
export function byBegin(a: Begun, b: Begun): number {
  const [x, y] = [a.trip.startedAt ?? Infinity, b.trip.startedAt ?? Infinity];
  return x === y ? 0 : x - y;
}

/** Trips and stops by the day on which they begin; under null those that tell no instant. */
export function byDay<L extends Begun>(
  legs: readonly L[],
  zone: string | undefined,
): Map<string | null, L[]> {
  return Map.groupBy(legs, ({ trip: { startedAt } }) =>
    startedAt === null ? null : dayOf(startedAt, zone),
  );
}

/** The Monday of a day's week. */
export function weekOf(atMs: number, zone: string | undefined): number {
  const day = dayOf(atMs, zone);
  const weekday = (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7;
  return instantOfWall(dayAfter(day, -weekday), zone);
}
