import { rangeNamed } from '../../state/days.ts';
import type { Range } from '../../state/days.ts';
import { dayAfter, dayOf, instantOfWall } from '../../state/zone.ts';

/** The days that a route is asked for. */

export const MOST_DAYS = 31;

/** The range in an address; today where it names none that can be shown. */
export function rangeIn(
  query: Readonly<Record<string, string>>,
  nowMs: number,
  zone: string | undefined,
): Range {
  const today = dayOf(nowMs, zone);
  return rangeNamed(query, MOST_DAYS) ?? { from: today, to: today };
}

/** The midnights at which the days of a range begin, and the one at which the last ends. */
export function midnightsOf({ from, to }: Range, zone: string | undefined): number[] {
  const found: number[] = [];
  for (let day = from; day <= to && found.length < MOST_DAYS; day = dayAfter(day, 1)) {
    found.push(instantOfWall(day, zone));
  }
  return [...found, instantOfWall(dayAfter(to, 1), zone)];
}

/** The Monday of a day's week. */
export function weekOf(atMs: number, zone: string | undefined): number {
  const day = dayOf(atMs, zone);
  const weekday = (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7;
  return instantOfWall(dayAfter(day, -weekday), zone);
}

/** Each day once, in their order. */
export function distinct(days: readonly number[]): readonly number[] {
  return [...new Set(days)];
}
