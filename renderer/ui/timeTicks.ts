import { dayAfter, dayOf, instantOfWall } from '../state/zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Beyond a day and the change of its clock, days are told instead of times. */
const ONE_DAY_MS = 26 * HOUR_MS;
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR_MS),
];

export interface TimeTicks {
  /** Whether they are the midnights of days. */
  readonly days: boolean;
  /** Milliseconds since 1970. */
  readonly at: readonly number[];
}

/**
 * Round instants of a stretch of time: times of a day, or midnights in a zone, `most` at the most.
 *
 * @param zone undefined for that of the computer
 */
export function timeTicks(
  fromMs: number,
  toMs: number,
  zone: string | undefined,
  most: number,
): TimeTicks {
  const midnight = instantOfWall(dayOf(fromMs, zone), zone);
  if (toMs - fromMs > ONE_DAY_MS) {
    const every = Math.ceil((toMs - midnight) / (24 * HOUR_MS) / most);
    const at: number[] = [];
    for (let day = dayOf(fromMs, zone); ; day = dayAfter(day, every)) {
      const begins = instantOfWall(day, zone);
      if (begins > toMs) return { days: true, at };
      if (begins >= fromMs) at.push(begins);
    }
  }
  const step = STEPS_MS.find((one) => (toMs - fromMs) / one <= most - 1) ?? 24 * HOUR_MS;
  const first = midnight + Math.ceil((fromMs - midnight) / step) * step;
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1);
  return { days: false, at: Array.from({ length: count }, (_, i) => first + i * step) };
}
