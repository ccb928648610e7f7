import { csvText } from '../../../shared/rules/csv.ts';
import type { TripTotals } from '../../records/trips.ts';
import { formatDay, formatZone } from '../../state/format.ts';
import { distanceUnit, inDistanceUnits, inSpeedUnits, speedUnit } from '../../state/units.ts';
import { dayOf, sheetTime } from '../../state/zone.ts';
import { text } from '../../text/en.ts';
import type { Cell } from '../../ui/table.ts';
import { weekOf } from './days.ts';
import type { Leg, RouteHistory } from './window.svelte.ts';

/** The trips as a table: what the screen shows, and what leaves as CSV. */

const { history } = text;
const { columns: words, kind: kinds } = history;

const iso = (atMs: number | null): string => (atMs === null ? '' : new Date(atMs).toISOString());
const tenth = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 10) / 10);

/** Trips, idle times and stops as CSV: instants in UTC, metres, seconds and km/h, each in its heading. */
export function legsCsv(legs: readonly Leg[], areasOf: (leg: Leg) => string): string {
  const heading = [
    ...[
      words.number,
      text.word.vehicle,
      text.word.what,
      `${text.word.from} (UTC)`,
      `${text.word.to} (UTC)`,
    ],
    ...[`${words.duration} (s)`, `${text.word.distance} (m)`],
    ...[`${words.average} (km/h)`, `${words.max} (km/h)`],
    ...[text.word.driver, words.start, words.end, words.area],
  ];
  const rows = legs.map((leg) => [
    ...[leg.stop === null ? '' : String(leg.stop), leg.vehicle.name, kinds[leg.trip.kind]],
    ...[iso(leg.trip.startedAt), iso(leg.trip.endedAt)],
    ...[tenth(leg.trip.durationS), tenth(leg.trip.distanceM)],
    ...[tenth(leg.trip.averageKmh), tenth(leg.trip.maxSpeedKmh)],
    ...[leg.trip.driver ?? '', leg.trip.from ?? '', leg.trip.to ?? '', areasOf(leg)],
  ]);
  return csvText([heading, ...rows]);
}

const heading = text.table.saveAs.heading;
/** A plain number for a spreadsheet, without the noise of a conversion. */
const plain = (value: number): number => Number(value.toFixed(6));
const hours = (seconds: number | null): Cell => (seconds === null ? null : plain(seconds / 3600));
const speed = (kmh: number | null): Cell => (kmh === null ? null : plain(inSpeedUnits(kmh)));
const inHours = (title: string): string => heading(title, text.units.hours('').trim());

/** The trips as the screen shows them, in the person's units and the zone of the days. */
export function legSheet(
  legs: readonly Leg[],
  zone: string | undefined,
  areasOf: (leg: Leg) => string,
): Cell[][] {
  const at = (instant: number | null): Cell => (instant === null ? null : sheetTime(instant, zone));
  const [place, pace] = [formatZone(zone), speedUnit()];
  return [
    [
      ...[words.number, text.word.what, text.word.vehicle],
      ...[heading(text.word.from, place), heading(text.word.to, place), inHours(words.duration)],
      ...[heading(text.word.distance, distanceUnit()), heading(words.average, pace)],
      ...[heading(words.max, pace), text.word.driver, words.start, words.end, words.area],
    ],
    ...legs.map((leg) => {
      const { trip } = leg;
      const drove = trip.kind === 'driving';
      return [
        ...[leg.stop, kinds[trip.kind], leg.vehicle.name],
        ...[at(trip.startedAt), at(trip.endedAt), hours(trip.durationS)],
        drove ? plain(inDistanceUnits(trip.distanceM)) : null,
        ...[drove ? speed(trip.averageKmh) : null, drove ? speed(trip.maxSpeedKmh) : null],
        ...[trip.driver, trip.from, trip.to, areasOf(leg)],
      ];
    }),
  ];
}

/** One line of the totals. */
export interface TotalLine {
  readonly name: string;
  readonly is: 'day' | 'week' | 'all';
  /** Its day, or its first one, as `2026-11-21`; null for all days. */
  readonly day: string | null;
  readonly sum: TripTotals;
}

/** Days under their weeks, and all of them; one day alone needs no sum. */
export function totalLines(
  routes: Pick<RouteHistory, 'totals' | 'totalsOver'>,
  zone: string | undefined,
): TotalLine[] {
  const totals = routes.totals();
  const over = (days: typeof totals): TripTotals =>
    routes.totalsOver(new Set(days.map(({ fromMs }) => fromMs)));
  const weeks = [...Map.groupBy(totals, ({ fromMs }) => weekOf(fromMs, zone))];
  const lineOf = (is: 'day' | 'week', fromMs: number, sum: TripTotals): TotalLine => {
    const name = formatDay(fromMs, zone);
    return { name: is === 'day' ? name : history.week(name), is, day: dayOf(fromMs, zone), sum };
  };
  const found = weeks.flatMap(([monday, days]) => [
    ...days.map((day) => lineOf('day', day.fromMs, day)),
    ...(weeks.length > 1 ? [lineOf('week', monday, over(days))] : []),
  ]);
  return totals.length > 1
    ? [...found, { name: text.word.allDays, is: 'all', day: null, sum: over(totals) }]
    : found;
}

/** The totals as they are shown, in the person's units; days that a spreadsheet can sort. */
export function totalsSheet(lines: readonly TotalLine[]): Cell[][] {
  return [
    [
      ...[words.day, heading(text.word.distance, distanceUnit()), text.word.trips],
      ...[inHours(words.driving), inHours(text.columns.idling), inHours(words.standing)],
      ...[heading(words.average, speedUnit()), heading(words.max, speedUnit())],
    ],
    ...lines.map(({ name, is, day, sum }) => [
      is === 'day' ? day : is === 'week' && day !== null ? history.week(day) : name,
      ...[plain(inDistanceUnits(sum.distanceM)), sum.trips],
      ...[hours(sum.drivingS), hours(sum.idlingS), hours(sum.stoppedS)],
      ...[speed(sum.averageKmh), speed(sum.maxKmh)],
    ]),
  ];
}
