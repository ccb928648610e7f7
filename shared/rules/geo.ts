/**
 * Plane and sphere geometry that every side needs. Positions are `{lat, lng}` in degrees
 * everywhere; only `toGeoJsonPosition` writes the longitude-first order of GeoJSON.
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
  const lng = ((((lng2 / RAD + 180) % 360) + 360) % 360) - 180;
  return { lat: Math.asin(Math.max(-1, Math.min(1, sinLat2))) / RAD, lng };
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
