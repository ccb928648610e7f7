import { MOST_DAYS, rangeNamed } from '../../state/days.ts';
import type { Range } from '../../state/days.ts';
import { dayAfter, dayOf, instantOfWall } from '../../state/zone.ts';

/** The days that a route is asked for. */

/** The range in an address; today where it names none that can be shown. */
export function rangeIn(
  query: Readonly<Record<string, string>>,
  nowMs: number,
  zone: string | undefined,
): Range {
  const today = dayOf(nowMs, zone);
  return rangeNamed(query, MOST_DAYS) ?? { from: today, to: today };
}

/** The Monday of a day's week. */
export function weekOf(atMs: number, zone: string | undefined): number {
  const day = dayOf(atMs, zone);
  const weekday = (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7;
  return instantOfWall(dayAfter(day, -weekday), zone);
}
