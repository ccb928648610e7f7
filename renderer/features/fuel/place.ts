import { areaContains, areaRing } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { EARTH_RADIUS_M, haversineM, wrapLng } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { placeAt, trackOf } from '../../../shared/rules/track.ts';
import type { Trip, TripKind } from '../../records/trips.ts';

/** Where a vehicle was at an instant, by its trips and stops; and how far from a station. */

export interface Whereabouts {
  readonly state: TripKind;
  /** Null where the trip tells no position. */
  readonly place: LatLng | null;
  /** km/h; null where it is not known. */
  readonly speedKmh: number | null;
  /** Between these it drove, idled or stood. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Null where no trip, idle time or stop covers the instant. */
export function whereaboutsIn(trips: readonly Trip[], atMs: number): Whereabouts | null {
  const found = trips.find(
    ({ startedAt, endedAt }) =>
      startedAt !== null && endedAt !== null && startedAt <= atMs && atMs <= endedAt,
  );
  if (found === undefined || found.startedAt === null || found.endedAt === null) return null;
  const track = trackOf('', '', [{ state: found.kind, points: found.points }]);
  const here = placeAt(track, atMs);
  const standsAt = found.kind === 'driving' ? null : (found.start ?? found.finish);
  return {
    state: found.kind,
    place: here === null ? standsAt : { lat: here.lat, lng: wrapLng(here.lng) },
    speedKmh: here === null || Number.isNaN(here.speedKmh) ? null : here.speedKmh,
    sinceMs: found.startedAt,
    untilMs: found.endedAt,
  };
}

const RAD = Math.PI / 180;

/** Metres from a position to a stretch between two others; exact enough for a few kilometres. */
function toStretchM(from: LatLng, a: LatLng, b: LatLng): number {
  const scale = Math.cos(from.lat * RAD);
  const flat = (p: LatLng) => ({
    x: (p.lng - from.lng) * RAD * EARTH_RADIUS_M * scale,
    y: (p.lat - from.lat) * RAD * EARTH_RADIUS_M,
  });
  const [start, end] = [flat(a), flat(b)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : -(start.x * dx + start.y * dy) / length;
  const at = Math.max(0, Math.min(1, share));
  return Math.hypot(start.x + dx * at, start.y + dy * at);
}

/** Metres from a position to the edge of an area; 0 inside it. */
export function toAreaM(shape: AreaShape, from: LatLng): number {
  if (areaContains(shape, from)) return 0;
  if (shape.type === 'circle') {
    return Math.max(0, haversineM(shape.centre, from) - shape.radiusM);
  }
  const ring = areaRing(shape);
  const line = ring ?? (shape.type === 'polyline' ? shape.line : []);
  const ends = ring === undefined ? line.slice(1) : [...line.slice(1), ...line.slice(0, 1)];
  return ends.reduce(
    (least, end, i) => Math.min(least, toStretchM(from, line[i] ?? end, end)),
    Infinity,
  );
}

/** Metres to the nearest of several stations of one name; null where none is known. */
export function toStationM(shapes: readonly AreaShape[], from: LatLng): number | null {
  return shapes.length === 0 ? null : Math.min(...shapes.map((shape) => toAreaM(shape, from)));
}
