import type { AppError } from '../bridge.ts';

/**
 * Days that are read one by one, so that each is a copy of its own: whatever was read once is there
 * without a network, in any range that holds it.
 */

/** One day as the mirror holds it. */
export interface DayCopy {
  readonly fromMs: number;
  readonly toMs: number;
  /** Null where it was never read on this computer. */
  readonly readAt: number | null;
}

export interface DayReading<D, C extends DayCopy> {
  readonly days: readonly D[];
  readonly nowMs: number;
  /** `never` takes what is kept here and asks nobody. */
  read(day: D, refresh: 'never' | 'always'): Promise<{ copy: C; error: AppError | null }>;
  /** False once something else is asked for. */
  isCurrent(): boolean;
  /** What is here: at once, and again as more of it was read. */
  onkept(copies: readonly C[]): void;
  /** Null once all that was due is read. */
  onprogress(progress: { done: number; total: number } | null): void;
  /** Nothing is told of having no network: the days that are missing tell it. */
  onfailed(error: AppError): void;
}

/** Readings at once: more would keep others waiting. */
const AT_ONCE = 2;
/** A day that was read this long after its end had told all of it, late devices too. */
const SETTLED_MS = 6 * 3_600_000;
/** Days that are read before the whole is worked out anew. */
const DAYS_A_STEP = 4;

/** Shows what is kept at once, then reads what is missing or was read too early. */
export async function readDays<D, C extends DayCopy>(reading: DayReading<D, C>): Promise<void> {
  const { days, nowMs } = reading;
  const kept = await Promise.all(days.map((day) => reading.read(day, 'never')));
  if (!reading.isCurrent()) return;
  const next = kept.map(({ copy }) => copy);
  reading.onkept([...next]);
  const due = next.flatMap(({ readAt, toMs }, index) =>
    readAt === null || readAt < Math.min(toMs + SETTLED_MS, nowMs) ? [index] : [],
  );
  if (due.length === 0) return;
  const total = due.length;
  let done = 0;
  reading.onprogress({ done, total });
  const work = async (): Promise<void> => {
    for (let index = due.shift(); index !== undefined && reading.isCurrent(); index = due.shift()) {
      const day = days[index];
      if (day === undefined) return;
      const { copy, error } = await reading.read(day, 'always');
      if (!reading.isCurrent()) return;
      next[index] = copy;
      done += 1;
      // Without a network no other day can be read either.
      if (error?.kind === 'offline') due.length = 0;
      else if (error !== null) reading.onfailed(error);
      reading.onprogress({ done, total });
      if (done % DAYS_A_STEP === 0 || done === total || due.length === 0) {
        reading.onkept([...next]);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (reading.isCurrent()) reading.onprogress(null);
}

/** How many days are here, and when the oldest of them was read; null where none is. */
export function keptDays(copies: readonly DayCopy[]): { days: number; oldest: number } | null {
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
export function thinnedDays(
  copies: readonly { thinned: { shown: number | null; all: number | null } | null }[],
): { shown: number; all: number } | null {
  const less = copies.flatMap(({ thinned }) => (thinned === null ? [] : [thinned]));
  return less.length === 0
    ? null
    : {
        shown: less.reduce((sum, { shown }) => sum + (shown ?? 0), 0),
        all: less.reduce((sum, { all }) => sum + (all ?? 0), 0),
      };
}
