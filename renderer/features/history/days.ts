import { dayAfter, dayOf, instantOfWall } from '../../state/zone.ts';

/** Days of a zone, as people name them: `2026-03-09`. */

export const MOST_DAYS = 31;
const DAY = /^\d{4}-\d\d-\d\d$/;

export interface Range {
  readonly from: string;
  readonly to: string;
}

/** What keeps a range from being shown; null where nothing does. */
export function problemOf({ from, to }: Range): 'backwards' | 'long' | null {
  if (to < from) return 'backwards';
  return dayAfter(from, MOST_DAYS) <= to ? 'long' : null;
}

/** The range in an address; today where it names none that can be shown. */
export function rangeIn(
  query: Readonly<Record<string, string>>,
  nowMs: number,
  zone: string | undefined,
): Range {
  const today = dayOf(nowMs, zone);
  const { from, to } = query;
  const known = (day: string | undefined): day is string =>
    day !== undefined && DAY.test(day) && !Number.isNaN(instantOfWall(day, zone));
  if (!known(from)) return { from: today, to: today };
  const range = { from, to: known(to) ? to : from };
  return problemOf(range) === null ? range : { from: today, to: today };
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

/** An instant as the service is asked for it. */
export function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
