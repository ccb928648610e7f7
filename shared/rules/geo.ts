/**
 * Plane and sphere geometry that every side needs. Positions are `{lat, lng}` in degrees
 * everywhere; only `toGeoJsonPosition` and `fromGeoJsonPosition` know the longitude-first order of
 * GeoJSON and of map libraries.
 */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the earth in metres. */
export const EARTH_RADIUS_M = 6_371_008.8;

const RAD = Math.PI / 180;

/** Great-circle distance in metres between two positions. */
export function haversineM(a: LatLng, b: LatLng): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RAD) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * RAD) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing from `a` to `b` in degrees, clockwise from north, 0 ≤ bearing < 360. */
export function bearingDeg(a: LatLng, b: LatLng): number {
  const dLng = (b.lng - a.lng) * RAD;
  const y = Math.sin(dLng) * Math.cos(b.lat * RAD);
  const x =
    Math.cos(a.lat * RAD) * Math.sin(b.lat * RAD) -
    Math.sin(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.cos(dLng);
  const deg = Math.atan2(y, x) / RAD;
  return deg < 0 ? deg + 360 : deg;
}

/** The same longitude on the globe: a map that is turned further counts on beyond 180. */
export function wrapLng(lng: number): number {
  return Math.abs(lng) <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}

/** The same longitude, counted on beyond 180° so that it is the one nearest to another: 181 beside 179, not −179. */
export function lngNear(lng: number, other: number): number {
  return lng + 360 * Math.round((other - lng) / 360);
}

/** The position `distanceM` metres from `from` along the bearing (degrees from north). */
export function offsetBy(from: LatLng, distanceM: number, bearing: number): LatLng {
  const d = distanceM / EARTH_RADIUS_M;
  const lat1 = from.lat * RAD;
  const sinLat2 =
    Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(bearing * RAD);
  const lng2 =
    from.lng * RAD +
    Math.atan2(
      Math.sin(bearing * RAD) * Math.sin(d) * Math.cos(lat1),
      Math.cos(d) - Math.sin(lat1) * sinLat2,
    );
  return { lat: Math.asin(Math.max(-1, Math.min(1, sinLat2))) / RAD, lng: wrapLng(lng2 / RAD) };
}

/** Whether a ring (open or closed, not crossing the antimeridian) contains the position. */
export function isInRing(position: LatLng, ring: readonly LatLng[]): boolean {
  let inside = false;
  let previous = ring.at(-1);
  if (previous === undefined) return false;
  for (const current of ring) {
    if (
      current.lat > position.lat !== previous.lat > position.lat &&
      position.lng <
        ((previous.lng - current.lng) * (position.lat - current.lat)) /
          (previous.lat - current.lat) +
          current.lng
    ) {
      inside = !inside;
    }
    previous = current;
  }
  return inside;
}

/** Longitude first, as GeoJSON (RFC 7946) wants it, rounded to `digits` decimals. */
export function toGeoJsonPosition(position: LatLng, digits = 6): [number, number] {
  const scale = 10 ** digits;
  return [Math.round(position.lng * scale) / scale, Math.round(position.lat * scale) / scale];
}

/** The way back: a longitude-first position, its altitude (a third number) left out. */
export function fromGeoJsonPosition(position: readonly number[]): LatLng {
  return { lat: position[1] ?? Number.NaN, lng: position[0] ?? Number.NaN };
}

/** Whether both numbers are finite and on the globe. */
export function isPosition(position: LatLng): boolean {
  return Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180;
}

/** Degrees; `west` ≤ `east`: boxes never cross the antimeridian. */
export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The smallest box around the positions; undefined for none. */
export function boundsOf(positions: Iterable<LatLng>): Bounds | undefined {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lat, lng } of positions) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lng);
    east = Math.max(east, lng);
  }
  return south > north ? undefined : { south, west, north, east };
}

/** The middle of a box. */
export function centreOf(bounds: Bounds): LatLng {
  return { lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 };
}

/** A position on the web Mercator square: 0 to 1 from west to east and from north to south. */
export interface MercatorPoint {
  readonly x: number;
  readonly y: number;
}

/** Latitude at which the web Mercator square ends. */
const MERCATOR_END = 85.051_128_779_806_6;

/** The place of a position on the web Mercator square; latitudes beyond its ends are cut. */
export function toMercator({ lat, lng }: LatLng): MercatorPoint {
  const cut = Math.max(-MERCATOR_END, Math.min(MERCATOR_END, lat));
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + (cut * RAD) / 2)) / (2 * Math.PI);
  return { x: lng / 360 + 0.5, y };
}

/** The position of a place on the web Mercator square. */
export function fromMercator({ x, y }: MercatorPoint): LatLng {
  const lat = (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI))) / RAD - 90;
  return { lat, lng: (x - 0.5) * 360 };
}

/** Length of a line in metres. */
export function lengthM(line: readonly LatLng[]): number {
  let sum = 0;
  for (const [i, to] of line.entries()) {
    const from = line[i - 1];
    if (from !== undefined) sum += haversineM(from, to);
  }
  return sum;
}

/** Length of a ring's edge in metres, the closing edge included. */
export function perimeterM(ring: readonly LatLng[]): number {
  const [first] = ring;
  return first === undefined ? 0 : lengthM([...ring, first]);
}

/** Area inside a ring (open or closed, either direction) in square metres, on the sphere. */
export function ringAreaM2(ring: readonly LatLng[]): number {
  let sum = 0;
  let previous = ring.at(-1);
  if (previous === undefined) return 0;
  for (const current of ring) {
    const dLng = (current.lng - previous.lng) * RAD;
    sum += dLng * (2 + Math.sin(previous.lat * RAD) + Math.sin(current.lat * RAD));
    previous = current;
  }
  return Math.abs((sum * EARTH_RADIUS_M * EARTH_RADIUS_M) / 2);
}

/** A circle as an open ring of `steps` positions, clockwise from north. */
export function circleRing(centre: LatLng, radiusM: number, steps = 64): LatLng[] {
  return Array.from({ length: steps }, (_, i) => offsetBy(centre, radiusM, (i * 360) / steps));
}

/** The four corners of a box, clockwise from the north-west. */
export function boundsRing({ south, west, north, east }: Bounds): LatLng[] {
  return [
    { lat: north, lng: west },
    { lat: north, lng: east },
    { lat: south, lng: east },
    { lat: south, lng: west },
  ];
}
