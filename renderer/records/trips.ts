import { instantOf } from '../../shared/rules/instant.ts';
import { isPosition } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import type { TrackPoint } from '../../shared/rules/track.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { fieldsOf, instantAt, listIn, numberAt, textAt, valueAt } from '../state/record.ts';
import type { Fields } from '../state/record.ts';
import { deskLine, fromTo } from '../text/isolated.ts';

export type TripKind = 'driving' | 'idle' | 'stopped';

/** One trip, idle period or stop (specification, section 2.10). */
export interface Trip {
  /** The same part that several answers tell; null where the service gives none. */
  id: string | null;
  kind: TripKind;
  startedAt: number | null;
  endedAt: number | null;
  distanceM: number;
  durationS: number;
  averageKmh: number | null;
  maxSpeedKmh: number | null;
  /** Addresses, where they were asked for. */
  from: string | null;
  to: string | null;
  /** Who drove, by name, where that was asked for. */
  driver: string | null;
  start: LatLng | null;
  finish: LatLng | null;
  /** In the order of time; where coordinates were not asked for, its ends alone. */
  points: readonly TrackPoint[];
}

const KINDS: readonly TripKind[] = ['driving', 'idle', 'stopped'];

function placeOf(part: Fields, path: string): LatLng | null {
  const place = { lat: numberAt(part, `${path}.lat`), lng: numberAt(part, `${path}.lng`) };
  if (place.lat === null || place.lng === null) return null;
  const at = { lat: place.lat, lng: place.lng };
  return isPosition(at) ? at : null;
}

/** A point of a track; read plainly, because there are thousands of them. */
function pointOf(value: unknown): TrackPoint | null {
  if (typeof value !== 'object' || value === null) return null;
  const { lat, lng, ts, speed } = value as Partial<Record<'lat' | 'lng' | 'ts' | 'speed', unknown>>;
  const atMs = instantOf(ts);
  if (typeof lat !== 'number' || typeof lng !== 'number' || atMs === null) return null;
  return isPosition({ lat, lng })
    ? { lat, lng, atMs, speedKmh: typeof speed === 'number' ? speed : null }
    : null;
}

function pointsOf(part: Fields, ends: readonly (TrackPoint | null)[]): readonly TrackPoint[] {
  const points = rowsOf(part.get('coordinates'))
    .map(pointOf)
    .filter((point) => point !== null);
  return points.length > 0
    ? points.sort((a, b) => a.atMs - b.atMs)
    : ends.filter((point) => point !== null);
}

/** Positions of a device (section 4.2), in the order of time; what is no place is left out. */
export function positionsOf(json: string | null): TrackPoint[] {
  return listIn(parsedJson(json))
    .map(pointOf)
    .filter((point) => point !== null)
    .sort((a, b) => a.atMs - b.atMs);
}

function tripOf(part: Fields, driver: string | null): Trip | null {
  const kind = KINDS.find((known) => known === textAt(part, 'type'));
  if (kind === undefined) return null;
  const endOf = (end: string) => {
    const at = instantAt(part, `${end}.occurredAt`) ?? instantAt(part, `${end}.lastCoordinates.ts`);
    const place = placeOf(part, `${end}.lastCoordinates`);
    const point =
      at === null || place === null
        ? null
        : { ...place, atMs: at, speedKmh: kind === 'driving' ? null : 0 };
    return { at, place, point };
  };
  const [start, finish] = [endOf('pointStart'), endOf('pointFinish')];
  return {
    id: textAt(part, 'id'),
    kind,
    startedAt: start.at,
    endedAt: finish.at,
    distanceM: numberAt(part, 'distance') ?? 0,
    durationS: numberAt(part, 'duration') ?? 0,
    averageKmh: numberAt(part, 'avgSpeed'),
    maxSpeedKmh: numberAt(part, 'maxSpeed'),
    from: textAt(part, 'pointStart.address'),
    to: textAt(part, 'pointFinish.address'),
    driver,
    start: start.place,
    finish: finish.place,
    points: pointsOf(part, [start.point, finish.point]),
  };
}

function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Trips of a route answer, latest first. Parts of a kind that nobody knows are left out. */
export function tripsOf(json: string | null): Trip[] {
  const answer = parsedJson(json);
  const groups = Array.isArray(answer) ? answer : rowsOf(valueAt(fieldsOf(answer), 'data'));
  return groups
    .map(fieldsOf)
    .flatMap((group) => {
      const driver = textAt(group, 'driver');
      return rowsOf(group.get('routes')).map((part) => tripOf(fieldsOf(part), driver));
    })
    .filter((trip) => trip !== null)
    .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0));
}

/** Where a trip led, or where an idle time or stop was, in the words of its addresses; empty where none is told. */
export function addressesOf({ kind, from, to }: Trip): string {
  if (kind !== 'driving' || from === to) return from ?? to ?? '';
  return from === null || to === null ? (from ?? to ?? '') : deskLine(fromTo(from, to));
}

/** What trips add up to. */
export interface TripTotals {
  /** How many of them were driven. */
  readonly trips: number;
  readonly distanceM: number;
  readonly drivingS: number;
  readonly idlingS: number;
  readonly stoppedS: number;
  /** km/h over the time that was driven; null where nothing was. */
  readonly averageKmh: number | null;
  readonly maxKmh: number | null;
}

/** km/h of a distance in a time; null where none went by. */
function speedKmh(distanceM: number, durationS: number): number | null {
  return durationS === 0 ? null : (distanceM / durationS) * 3.6;
}

function fastest(speeds: readonly (number | null)[]): number | null {
  const known = speeds.filter((speed) => speed !== null);
  return known.length === 0 ? null : known.reduce((a, b) => Math.max(a, b));
}

/** The sums of trips of one kind each, or of days of them. */
export function sumOfTotals(parts: readonly Omit<TripTotals, 'averageKmh'>[]): TripTotals {
  const sum = (of: (part: Omit<TripTotals, 'averageKmh'>) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const [distanceM, drivingS] = [sum((part) => part.distanceM), sum((part) => part.drivingS)];
  return {
    trips: sum((part) => part.trips),
    ...{ distanceM, drivingS },
    idlingS: sum((part) => part.idlingS),
    stoppedS: sum((part) => part.stoppedS),
    averageKmh: speedKmh(distanceM, drivingS),
    maxKmh: fastest(parts.map(({ maxKmh }) => maxKmh)),
  };
}

/** Sums of trips: distance and time of driving, time of idling and standing, speeds. */
export function totalsOf(trips: readonly Trip[]): TripTotals {
  return sumOfTotals(
    trips.map(({ kind, distanceM, durationS, maxSpeedKmh }) => {
      const driven = kind === 'driving';
      return {
        trips: driven ? 1 : 0,
        distanceM: driven ? distanceM : 0,
        drivingS: driven ? durationS : 0,
        idlingS: kind === 'idle' ? durationS : 0,
        stoppedS: kind === 'stopped' ? durationS : 0,
        maxKmh: driven ? maxSpeedKmh : null,
      };
    }),
  );
}

/**
 * Trips of several answers as one: a stop that lasts over midnight is told by both days, each with its
 * own share, and is one stop all the same. In the order of time.
 */
export function joined(trips: readonly Trip[]): Trip[] {
  const found: Trip[] = [];
  for (const trip of trips.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))) {
    const before = found.at(-1);
    const same = before !== undefined && trip.id !== null && before.id === trip.id;
    if (!same || before.endedAt === null || trip.startedAt === null) found.push(trip);
    else if (trip.startedAt >= before.endedAt) found[found.length - 1] = both(before, trip);
    // Told whole by both days.
    else if (trip.durationS > before.durationS) found[found.length - 1] = trip;
  }
  return found;
}

function both(first: Trip, second: Trip): Trip {
  const durationS = first.durationS + second.durationS;
  const distanceM = first.distanceM + second.distanceM;
  return {
    ...second,
    startedAt: first.startedAt,
    start: first.start,
    from: first.from,
    ...{ durationS, distanceM },
    averageKmh: speedKmh(distanceM, durationS),
    maxSpeedKmh: fastest([first.maxSpeedKmh, second.maxSpeedKmh]),
    points: [...first.points, ...second.points],
  };
}
