import { medianOf } from '../../../shared/rules/median.ts';
import { dayAfter, dayOf, instantOfWall } from '../../state/zone.ts';

/** Numbers of answers by day, month or year, whichever still makes a chart that can be read. */

export interface Point {
  /** Milliseconds since 1970; null where the answer has no date. */
  readonly atMs: number | null;
  readonly value: number;
  /** Place of its answer. */
  readonly in: number;
}

export type Step = 'day' | 'month' | 'year';

export interface Period {
  /** `2026`, `2026-03` or `2026-03-09`; empty for answers without a date. */
  readonly key: string;
  /** The first instant of the period, ms since 1970; NaN where it has none. */
  readonly fromMs: number;
  readonly in: readonly number[];
  readonly count: number;
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

const LENGTH: Readonly<Record<Step, number>> = { day: 10, month: 7, year: 4 };
/** More days or months than this are too narrow to be pointed at. */
const MOST_PERIODS = 62;

function stepFor(days: readonly string[]): Step {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || last < dayAfter(first, MOST_PERIODS)) {
    return 'day';
  }
  const month = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return month(last) - month(first) < MOST_PERIODS ? 'month' : 'year';
}

/** Points by period in the order of time, those without a date last. */
export function periodsOf(
  points: readonly Point[],
  zone: string | undefined,
): { step: Step; periods: Period[] } {
  const dated = points.map((point) => ({
    ...point,
    day: point.atMs === null ? '' : dayOf(point.atMs, zone),
  }));
  const days = [...new Set(dated.map(({ day }) => day))].filter((day) => day !== '').toSorted();
  const step = stepFor(days);
  const byKey = Map.groupBy(dated, ({ day }) => day.slice(0, LENGTH[step]));
  const periods = [...byKey].map(([key, found]): Period => {
    const values = found.map(({ value }) => value);
    return {
      key,
      fromMs: key === '' ? NaN : instantOfWall(`${key}-01-01`.slice(0, LENGTH.day), zone),
      in: [...new Set(found.map((point) => point.in))],
      count: values.length,
      least: values.reduce((a, b) => Math.min(a, b)),
      median: medianOf(values),
      most: values.reduce((a, b) => Math.max(a, b)),
    };
  });
  const last = '\uffff';
  return {
    step,
    periods: periods.toSorted((a, b) => ((a.key || last) < (b.key || last) ? -1 : 1)),
  };
}
