import type { Output } from '../bridge.ts';
import type { Day } from './days.ts';

/** What some days that were read one by one say together. */

/** One day as the mirror holds it. */
export interface DayCopy extends Day {
  /** Null where it was never read on this computer. */
  readonly readAt: number | null;
  /** How many points are shown where there are more; null where all are. */
  readonly thinned?: Output<'records.read'>['thinned'];
}

/** How many days are here, and when the oldest of them was read; null where none is. */
export function copiedDays(copies: readonly DayCopy[]): { days: number; oldest: number } | null {
  const read = copies.filter(({ readAt }) => readAt !== null);
  const days = new Set(read.map(({ fromMs }) => fromMs)).size;
  return days === 0
    ? null
    : { days, oldest: read.reduce((a, { readAt }) => Math.min(a, readAt ?? a), Infinity) };
}

/** Days that were never read here, by their first instants, each once. */
export function missingDays(copies: readonly DayCopy[]): readonly number[] {
  return [...new Set(copies.filter(({ readAt }) => readAt === null).map(({ fromMs }) => fromMs))];
}

/** How many points are shown where there are more; null where all are. */
export function thinnedDays(copies: readonly DayCopy[]): { shown: number; all: number } | null {
  const less = copies.flatMap(({ thinned = null }) => (thinned === null ? [] : [thinned]));
  return less.length === 0
    ? null
    : {
        shown: less.reduce((sum, { shown }) => sum + (shown ?? 0), 0),
        all: less.reduce((sum, { all }) => sum + (all ?? 0), 0),
      };
}
