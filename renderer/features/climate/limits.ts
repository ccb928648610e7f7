import { fieldsOf, numberAt } from '../../state/record.ts';
import { runsOf } from './readings.ts';
import type { Reading } from './readings.ts';

/** Limits of one's own for a quantity of a sensor, and how long its readings lay outside of them. */

export const QUANTITIES = ['temperature', 'humidity'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** In the quantity's unit; null where nothing limits it on that side. */
export interface Limits {
  readonly low: number | null;
  readonly high: number | null;
}
export const NO_LIMITS: Limits = { low: null, high: null };

/** Limits by quantity and by the key of a sensor. */
export type OwnLimits = Readonly<Record<Quantity, Readonly<Record<string, Limits>>>>;
export const NO_OWN_LIMITS: OwnLimits = { temperature: {}, humidity: {} };

/** Reads remembered limits; whatever is none is left out. */
export function readLimits(stored: unknown): OwnLimits {
  const of = (quantity: Quantity): Record<string, Limits> =>
    Object.fromEntries(
      [...fieldsOf(fieldsOf(stored).get(quantity))].map(([key, value]) => {
        const fields = fieldsOf(value);
        return [key, { low: numberAt(fields, 'low'), high: numberAt(fields, 'high') }];
      }),
    );
  return { temperature: of('temperature'), humidity: of('humidity') };
}

/** What is wrong with limits as they were typed; null where nothing is. */
export function problemOf({ low, high }: Limits): 'backwards' | null {
  return low !== null && high !== null && low > high ? 'backwards' : null;
}

/** A time in which the readings lay outside, its ends between two readings where they crossed. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  /** The reading that was farthest outside. */
  readonly worst: number;
  /** The line of it, for the drawing. */
  readonly points: readonly Reading[];
}

export interface Outside {
  readonly stretches: readonly Stretch[];
  readonly outsideMs: number;
  /** Time for which there are readings: pauses of the sensor do not count, neither way. */
  readonly knownMs: number;
  readonly longestMs: number;
}

/** How far a value lies outside; 0 or less where it lies inside. */
function beyond(value: number, { low, high }: Limits): number {
  return Math.max(low === null ? -Infinity : low - value, high === null ? -Infinity : value - high);
}

/** The instants between two readings at which the straight line between them crosses a limit. */
function crossings(a: Reading, b: Reading, { low, high }: Limits): Reading[] {
  return [low, high]
    .filter((limit) => limit !== null)
    .filter((limit) => (a.value - limit) * (b.value - limit) < 0)
    .map((limit) => ({
      value: limit,
      atMs: a.atMs + ((limit - a.value) / (b.value - a.value)) * (b.atMs - a.atMs),
    }))
    .sort((one, other) => one.atMs - other.atMs);
}

/** A reading between two pauses has no line that could lie outside, and took no time: it is told all the same. */
function aloneOutside(run: readonly Reading[], limits: Limits): Stretch[] {
  return run
    .filter(({ value }) => beyond(value, limits) > 0)
    .toSorted((a, b) => beyond(b.value, limits) - beyond(a.value, limits))
    .slice(0, 1)
    .map(({ atMs, value }) => ({ fromMs: atMs, toMs: atMs, worst: value, points: run }));
}

/**
 * How long readings lay outside of limits, on the straight lines between them as they are drawn. A
 * value on the limit itself lies inside.
 *
 * @param readings in the order of time
 */
export function outsideOf(readings: readonly Reading[], limits: Limits): Outside {
  const stretches: Stretch[] = [];
  let knownMs = 0;
  for (const run of runsOf(readings)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    knownMs += last.atMs - first.atMs;
    if (last.atMs === first.atMs) {
      stretches.push(...aloneOutside(run, limits));
      continue;
    }
    const line = run.flatMap((reading, i) => {
      const before = run[i - 1];
      return before === undefined ? [reading] : [...crossings(before, reading, limits), reading];
    });
    let open: Reading[] = [];
    const close = (): void => {
      const [begin, end] = [open[0], open.at(-1)];
      if (begin !== undefined && end !== undefined && end.atMs > begin.atMs) {
        const worst = open.reduce((a, b) =>
          beyond(b.value, limits) > beyond(a.value, limits) ? b : a,
        );
        stretches.push({
          ...{ fromMs: begin.atMs, toMs: end.atMs, worst: worst.value, points: open },
        });
      }
      open = [];
    };
    for (const [i, point] of line.entries()) {
      const next = line[i + 1];
      // Between two points of the line nothing is crossed any more: its middle tells of all of it.
      const isOut = next !== undefined && beyond((point.value + next.value) / 2, limits) > 0;
      if (isOut) open.push(...(open.length === 0 ? [point, next] : [next]));
      else close();
    }
  }
  const lasted = stretches.map(({ fromMs, toMs }) => toMs - fromMs);
  return {
    ...{ stretches, knownMs },
    outsideMs: lasted.reduce((sum, ms) => sum + ms, 0),
    longestMs: lasted.reduce((most, ms) => Math.max(most, ms), 0),
  };
}
