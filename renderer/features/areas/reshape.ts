import { Clipper, EndType, FillRule, JoinType } from 'clipper2-ts';
import type { Path64, Paths64 } from 'clipper2-ts';
import { areaRing, overDateLine, selfCrossing } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import {
  boundsOf,
  centreOf,
  EARTH_RADIUS_M,
  isInRing,
  isPosition,
} from '../../../shared/rules/geo.ts';
import type { Bounds, LatLng } from '../../../shared/rules/geo.ts';

/**
 * New shapes out of those that are there: with fewer corners, wider or narrower by metres, joined, or
 * cut. Pure. An area holds one outline without holes: what of a result it can't hold is told.
 */

/** Why there is no result. */
export type Obstacle =
  /** A line without width covers nothing. */
  | 'noSurface'
  | 'crossing'
  | 'dateLine'
  /** So tall, or so near a pole, that its metres would not be true. */
  | 'tooLarge'
  | 'tooMany'
  /** Nothing is left of it. */
  | 'empty'
  /** What is joined does not touch. */
  | 'apart'
  /** What is cut does not overlap. */
  | 'untouched'
  /** What is cut away lies inside: it would leave a hole. */
  | 'inside'
  /** It would be as it was. */
  | 'same'
  /** A circle or a rectangle has no corners to spare. */
  | 'noCorners';

/** What differs from what was asked for, or from how the shape was kept. */
export type Note =
  /** A circle, a rectangle or a line is a polygon from now on. */
  | { readonly is: 'polygon'; readonly corners: number }
  /** Holes that are filled. */
  | { readonly is: 'holes'; readonly count: number }
  /** Smaller parts that are left out. */
  | { readonly is: 'parts'; readonly count: number };

export type Reshaped =
  | { readonly ok: true; readonly shape: AreaShape; readonly notes: readonly Note[] }
  | { readonly ok: false; readonly obstacle: Obstacle };

/** Whether a shape is joined with others or others are cut from it. */
export type Combining = 'join' | 'cut';

const RAD = Math.PI / 180;
const M_PER_DEGREE = EARTH_RADIUS_M * RAD;
/** The library counts in whole numbers: of centimetres. */
const PER_M = 100;
/** What a rounding leaves behind is no part of an area. */
const SLIVER_M2 = 1;
/** A round corner runs so much of its radius inside the true one, at most. */
const ROUND_WITHIN = 0.0025;
/** Metres are measured in the middle of a shape: so wrong may they be at its edge. */
const WRONG_AT_MOST = 0.05;
const LARGEST_M = 2_000_000;
/** Whether an outline crosses itself is asked of each pair of its edges. */
const MOST_CORNERS = 3_000;
/** A centimetre. */
const DIGITS = 7;

const fail = (obstacle: Obstacle): Reshaped => ({ ok: false, obstacle });

/** A flat piece of the ground around some positions. */
interface Plane {
  readonly flatten: (ring: readonly LatLng[]) => Path64;
  /** Corners that were there are given back as they were. */
  readonly lift: (path: Path64) => LatLng[];
}

function planeOver(box: Bounds): Plane {
  const origin = centreOf(box);
  const perDegree = {
    lat: M_PER_DEGREE * PER_M,
    lng: M_PER_DEGREE * PER_M * Math.cos(origin.lat * RAD),
  };
  const known = new Map<string, LatLng>();
  const keyOf = (x: number, y: number): string => `${String(x)} ${String(y)}`;
  const round = (value: number): number => Number(value.toFixed(DIGITS));
  return {
    flatten: (ring) =>
      ring.map((at) => {
        const x = Math.round((at.lng - origin.lng) * perDegree.lng);
        const y = Math.round((at.lat - origin.lat) * perDegree.lat);
        known.set(keyOf(x, y), at);
        return { x, y };
      }),
    lift: (path) =>
      path.map(
        ({ x, y }) =>
          known.get(keyOf(x, y)) ?? {
            lat: round(origin.lat + y / perDegree.lat),
            lng: round(origin.lng + x / perDegree.lng),
          },
      ),
  };
}

/** Whether metres that are measured in the middle of a box are true enough at its edge. */
function isTrueOver({ south, north }: Bounds): boolean {
  const farthest = Math.max(Math.abs(south), Math.abs(north));
  return Math.tan(farthest * RAD) * ((north - south) / 2) * RAD <= WRONG_AT_MOST && farthest < 85;
}

/** What keeps a shape from being reckoned with; null where nothing does. */
function obstacleOf(shape: AreaShape): Obstacle | null {
  const ring = areaRing(shape);
  if (ring === undefined) return 'noSurface';
  if (ring.length > MOST_CORNERS) return 'tooMany';
  if (overDateLine(ring, true)) return 'dateLine';
  return shape.type === 'polygon' && selfCrossing(ring) !== undefined ? 'crossing' : null;
}

const surfaceM2 = (path: Path64): number => Math.abs(Clipper.area(path)) / PER_M ** 2;

/** The largest outline of a result as an area, and what is told of the others. */
function outlineOf(paths: Paths64, plane: Plane, was: readonly AreaShape[]): Reshaped {
  const real = paths
    .map((path) => Clipper.trimCollinear(path, false))
    .filter((path) => surfaceM2(path) >= SLIVER_M2);
  // Outlines run one way, holes the other.
  const [largest, ...others] = real
    .filter((path) => Clipper.isPositive(path))
    .toSorted((a, b) => surfaceM2(b) - surfaceM2(a));
  if (largest === undefined) return fail('empty');
  const ring = plane.lift(largest);
  if (ring.length > MOST_CORNERS) return fail('tooMany');
  if (ring.some((at) => !isPosition(at))) return fail('dateLine');
  if (selfCrossing(ring) !== undefined) return fail('crossing');
  const holes = real
    .filter((path) => !Clipper.isPositive(path))
    .filter((path) => plane.lift(path.slice(0, 1)).some((at) => isInRing(at, ring))).length;
  const notes: Note[] = [
    ...(was.every(({ type }) => type === 'polygon')
      ? []
      : [{ is: 'polygon' as const, corners: ring.length }]),
    ...(holes === 0 ? [] : [{ is: 'holes' as const, count: holes }]),
    ...(others.length === 0 ? [] : [{ is: 'parts' as const, count: others.length }]),
  ];
  return { ok: true, shape: { type: 'polygon', ring }, notes };
}

/** Several shapes on one plane; or why they can't be. */
function flattened(
  shapes: readonly AreaShape[],
): { plane: Plane; paths: Paths64 } | { obstacle: Obstacle } {
  const obstacle = shapes.map(obstacleOf).find((found) => found !== null);
  if (obstacle !== undefined) return { obstacle };
  const rings = shapes.map((shape) => areaRing(shape) ?? []);
  const box = boundsOf(rings.flat());
  if (box === undefined) return { obstacle: 'empty' };
  const plane = planeOver(box);
  // Whichever way they were drawn, all run the same way.
  const paths = rings.map(plane.flatten).map((path) => {
    return Clipper.isPositive(path) ? path : Clipper.reversePath(path);
  });
  return { plane, paths };
}

/** All shapes as one: what any of them covers. */
export function joined(shapes: readonly AreaShape[]): Reshaped {
  const flat = flattened(shapes);
  if ('obstacle' in flat) return fail(flat.obstacle);
  const { plane, paths } = flat;
  const found = outlineOf(Clipper.union(paths, FillRule.NonZero), plane, shapes);
  // Of shapes that do not touch, one alone would be no join.
  const isWhole = !found.ok || found.notes.every(({ is }) => is !== 'parts');
  return isWhole ? found : fail('apart');
}

/** What of a shape the others do not cover. */
export function cutBy(shape: AreaShape, others: readonly AreaShape[]): Reshaped {
  const flat = flattened([shape, ...others]);
  if ('obstacle' in flat) return fail(flat.obstacle);
  const { plane, paths } = flat;
  const subject = Clipper.union(paths.slice(0, 1), FillRule.NonZero);
  const cut = Clipper.difference(subject, paths.slice(1), FillRule.NonZero);
  const wholeM2 = Math.abs(Clipper.areaPaths(subject)) / PER_M ** 2;
  if (wholeM2 - Math.abs(Clipper.areaPaths(cut)) / PER_M ** 2 < SLIVER_M2) {
    return fail('untouched');
  }
  const found = outlineOf(cut, plane, [shape]);
  const isHole =
    found.ok &&
    found.notes.some(({ is }) => is === 'holes') &&
    found.notes.every(({ is }) => is !== 'parts') &&
    cut.some((path) => Math.abs(surfaceM2(path) - wholeM2) < SLIVER_M2);
  return isHole ? fail('inside') : found;
}

/** Joins shapes, or cuts the others from the first. */
export function combined(how: Combining, shapes: readonly AreaShape[]): Reshaped {
  const [first, ...others] = shapes;
  if (first === undefined || others.length === 0) return fail('empty');
  return how === 'join' ? joined(shapes) : cutBy(first, others);
}

/**
 * A shape whose edge lies so many metres farther out; inward where they are negative. Circles stay
 * circles, and lines keep their line: only their reach changes.
 */
export function widened(shape: AreaShape, byM: number): Reshaped {
  if (byM === 0 || !Number.isFinite(byM)) return fail('same');
  if (Math.abs(byM) > LARGEST_M) return fail('tooLarge');
  if (shape.type === 'circle') {
    const radiusM = shape.radiusM + byM;
    if (radiusM < 1) return fail('empty');
    return radiusM > LARGEST_M
      ? fail('tooLarge')
      : { ok: true, shape: { ...shape, radiusM }, notes: [] };
  }
  if (shape.type === 'polyline') {
    const halfWidthM = shape.halfWidthM + byM;
    if (halfWidthM < 1) return fail('empty');
    return { ok: true, shape: { ...shape, halfWidthM }, notes: [] };
  }
  const flat = flattened([shape]);
  if ('obstacle' in flat) return fail(flat.obstacle);
  const box = boundsOf(areaRing(shape) ?? []);
  if (box === undefined || !isTrueOver(box)) return fail('tooLarge');
  const delta = byM * PER_M;
  const arc = Math.max(1, Math.abs(delta) * ROUND_WITHIN);
  const paths = Clipper.inflatePaths(
    ...([flat.paths, delta, JoinType.Round, EndType.Polygon, 2, arc] as const),
  );
  const found = outlineOf(paths, flat.plane, [shape]);
  if (!found.ok || shape.type !== 'rectangle' || byM > 0) return found;
  // Inward, its corners stay corners.
  const bounds = boundsOf(areaRing(found.shape) ?? []);
  if (bounds === undefined) return fail('empty');
  return { ok: true, shape: { type: 'rectangle', bounds }, notes: [] };
}

/** The corner that lies farthest from another. */
function farthestFrom(path: Path64, from: number): number {
  const at = path[from];
  const squares = path.map((point) => (at === undefined ? 0 : Clipper.distanceSqr(at, point)));
  return squares.indexOf(Math.max(...squares));
}

/** Fewer corners of a line that is open; both ends stay. */
function thinned(path: Path64, withinM: number): Path64 {
  // The library leaves lines of fewer than five points alone; repeats of the end change nothing else.
  const repeats = Array.from({ length: Math.max(0, 5 - path.length) }, () => path.slice(-1)).flat();
  return Clipper.ramerDouglasPeucker([...path, ...repeats], withinM * PER_M);
}

/** A shape without the corners that lie within so many metres of its outline without them. */
export function simplified(shape: AreaShape, withinM: number): Reshaped {
  if (shape.type === 'circle' || shape.type === 'rectangle') return fail('noCorners');
  if (!(withinM > 0)) return fail('same');
  const points = shape.type === 'polygon' ? shape.ring : shape.line;
  const box = boundsOf(points);
  if (box === undefined) return fail('empty');
  if (!isTrueOver(box)) return fail('tooLarge');
  const closed = shape.type === 'polygon';
  if (overDateLine(points, closed)) return fail('dateLine');
  const plane = planeOver(box);
  const path = plane.flatten(points);
  let thin: Path64;
  if (closed) {
    // Two corners far apart stay; the outline between them is two lines.
    const from = farthestFrom(path, 0);
    const turned = [...path.slice(from), ...path.slice(0, from)];
    const half = farthestFrom(turned, 0);
    const there = thinned(turned.slice(0, half + 1), withinM);
    const back = thinned([...turned.slice(half), ...turned.slice(0, 1)], withinM);
    thin = [...there.slice(0, -1), ...back.slice(0, -1)];
  } else {
    thin = thinned(path, withinM);
  }
  if (thin.length < (closed ? 3 : 2) || (closed && surfaceM2(thin) < SLIVER_M2)) {
    return fail('empty');
  }
  if (thin.length >= points.length) return fail('same');
  const left = plane.lift(thin);
  if (!closed) return { ok: true, shape: { ...shape, line: left }, notes: [] };
  return selfCrossing(left) === undefined
    ? { ok: true, shape: { type: 'polygon', ring: left }, notes: [] }
    : fail('crossing');
}
