import { areaContains, areaRing } from './areaShape.ts';
import type { AreaShape } from './areaShape.ts';
import { boundsOf, boundsRing, EARTH_RADIUS_M, haversineM } from './geo.ts';
import type { Bounds, LatLng } from './geo.ts';

/** Which areas are at a place: a box that surely holds an area, and the exact answer for the few left. */

const RAD = Math.PI / 180;
/** A line drawn as a ring cuts the round edge of a circle by less than this share. */
const CIRCLE_MARGIN = 1.001;

/**
 * A box that holds every position that the area covers, degrees; undefined for a shape without
 * positions. A circle that reaches a pole or the antimeridian has the whole width.
 */
export function areaReach(shape: AreaShape): Bounds | undefined {
  if (shape.type !== 'circle') {
    return boundsOf(areaRing(shape) ?? (shape.type === 'polyline' ? shape.line : []));
  }
  const { centre, radiusM } = shape;
  const angle = (radiusM / EARTH_RADIUS_M) * CIRCLE_MARGIN;
  const south = Math.max(-90, centre.lat - angle / RAD);
  const north = Math.min(90, centre.lat + angle / RAD);
  // The meridians that touch the circle, which lie beyond those of its east and west.
  const sine = Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos(centre.lat * RAD);
  const reach = sine >= 1 || south <= -90 || north >= 90 ? 180 : Math.asin(sine) / RAD;
  const [west, east] = [centre.lng - reach, centre.lng + reach];
  return west < -180 || east > 180
    ? { south, north, west: -180, east: 180 }
    : { south, north, west, east };
}

function isIn({ lat, lng }: LatLng, box: Bounds): boolean {
  return lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east;
}

/** The place in a box that is nearest to a position. */
function nearestIn(box: Bounds, { lat, lng }: LatLng): LatLng {
  return {
    lat: Math.max(box.south, Math.min(box.north, lat)),
    lng: Math.max(box.west, Math.min(box.east, lng)),
  };
}

/** Whether an edge runs through a box (Liang and Barsky: what is left of it inside each side). */
function crosses(box: Bounds, from: LatLng, to: LatLng): boolean {
  let [enters, leaves] = [0, 1];
  const sides: readonly [number, number, number, number][] = [
    [from.lng, to.lng, box.west, box.east],
    [from.lat, to.lat, box.south, box.north],
  ];
  for (const [start, end, low, high] of sides) {
    const run = end - start;
    if (run === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [first, last] = [(low - start) / run, (high - start) / run];
    enters = Math.max(enters, Math.min(first, last));
    leaves = Math.min(leaves, Math.max(first, last));
  }
  return enters <= leaves;
}

/**
 * Whether an area and a box have a position in common; a box without extent is a position, which
 * a line without width never covers.
 */
export function areaTouches(shape: AreaShape, box: Bounds): boolean {
  const corner = { lat: box.south, lng: box.west };
  if (box.south === box.north && box.west === box.east) return areaContains(shape, corner);
  if (shape.type === 'circle') {
    const near = haversineM(shape.centre, nearestIn(box, shape.centre)) <= shape.radiusM;
    // Of a circle as wide as a country the nearest degrees are not the nearest place.
    if (near) return true;
  }
  const ring = areaRing(shape);
  const line = ring ?? (shape.type === 'polyline' ? shape.line : []);
  if (line.some((position) => isIn(position, box))) return true;
  const ends = ring === undefined ? line.slice(1) : [...line.slice(1), ...line.slice(0, 1)];
  const crossed = ends.some((to, i) => {
    const from = line[i] ?? to;
    // An edge half round the world is one that runs over the antimeridian.
    return Math.abs(to.lng - from.lng) <= 180 && crosses(box, from, to);
  });
  if (crossed) return true;
  // No edge comes near: the box lies wholly inside or wholly outside.
  return ring !== undefined && boundsRing(box).some((position) => areaContains(shape, position));
}
