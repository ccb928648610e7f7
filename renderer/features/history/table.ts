import { csvText } from '../../../shared/rules/csv.ts';
import { text } from '../../text/en.ts';
import type { Leg } from './window.svelte.ts';

/** The trips as a table: what the screen shows, and what leaves as CSV. */

const { columns: words, kind: kinds } = text.history;

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
