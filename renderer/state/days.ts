import { dayAfter, instantOfWall } from './zone.ts';

/** Ranges of days, as people name them: `2026-03-09`. */

/** Days whose positions are read at once. */
export const MOST_DAYS = 31;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text names a day that there is: `Date` takes the 30th of February for the 2nd of March. */
export function isDay(day: string | undefined): day is string {
  if (day === undefined || !DAY.test(day)) return false;
  const ms = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** A day by its midnights. */
export interface Day {
  readonly fromMs: number;
  /** Where the next one begins. */
  readonly toMs: number;
}

export interface Range {
  readonly from: string;
  readonly to: string;
}

/** What keeps a range from being shown; null where nothing does. */
export function problemOf({ from, to }: Range, mostDays: number): 'backwards' | 'long' | null {
  if (to < from) return 'backwards';
  return dayAfter(from, mostDays) <= to ? 'long' : null;
}

/** The range that an address names; null where it names none that can be shown. */
export function rangeNamed(
  { from, to }: Readonly<Record<string, string>>,
  mostDays: number,
): Range | null {
  if (!isDay(from)) return null;
  const range = { from, to: isDay(to) ? to : from };
  return problemOf(range, mostDays) === null ? range : null;
}

/** The midnights at which a range begins and at which its last day has ended. */
export function spanOf({ from, to }: Range, zone: string | undefined): [number, number] {
  return [instantOfWall(from, zone), instantOfWall(dayAfter(to, 1), zone)];
}

/** An instant as the service is asked for it. */
export function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The midnights at which the days of a range begin, and the one at which the last ends. */
export function midnightsOf({ from, to }: Range, zone: string | undefined): number[] {
  const found: number[] = [];
  for (let day = from; day <= to && found.length < MOST_DAYS; day = dayAfter(day, 1)) {
    found.push(instantOfWall(day, zone));
  }
  return [...found, instantOfWall(dayAfter(to, 1), zone)];
}

/**
 * The days between midnights that have begun by now.
 *
 * @param midnights the first of each day, and the one after the last
 */
export function daysBegun(midnights: readonly number[], nowMs: number): Day[] {
  return midnights.slice(0, -1).flatMap((fromMs, index) => {
    const toMs = midnights[index + 1] ?? fromMs;
    return fromMs > nowMs ? [] : [{ fromMs, toMs }];
  });
}
