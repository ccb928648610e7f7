import type { LatLng } from '../../../shared/rules/geo.ts';

/** Metres east (`x`) and north (`y`) of the town's centre. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const distance = (a: Point, b: Point): number =>
  Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);

export const lerp = (a: Point, b: Point, t: number): Point => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** Equirectangular projection about a centre: within 0.1 % over the size of a town. */
export interface Projection {
  toPoint(position: LatLng): Point;
  toLatLng(x: number, y: number): LatLng;
}

export function projectionAt(centre: LatLng): Projection {
  const perLng = METRES_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180);
  return {
    toPoint: ({ lat, lng }) => ({
      x: (lng - centre.lng) * perLng,
      y: (lat - centre.lat) * METRES_PER_DEGREE,
    }),
    toLatLng: (x, y) => ({ lat: centre.lat + y / METRES_PER_DEGREE, lng: centre.lng + x / perLng }),
  };
}

/** Walks the pairs of neighbours of a line, or of a ring when `closed`. */
export function* segments(line: readonly Point[], closed = false): Generator<[Point, Point]> {
  let previous = closed ? line.at(-1) : undefined;
  for (const point of line) {
    if (previous !== undefined) yield [previous, point];
    previous = point;
  }
}

export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (const [a, b] of segments(line)) sum += distance(a, b);
  return sum;
}

/** Signed area in square metres; positive when the ring runs counter-clockwise. */
export function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  for (const [a, b] of segments(ring, true)) sum += a.x * b.y - b.x * a.y;
  return sum / 2;
}

/** Centre of gravity of the ring's area. */
export function centroidOf(ring: readonly Point[]): Point {
  let sum = 0;
  let x = 0;
  let y = 0;
  for (const [a, b] of segments(ring, true)) {
    const cross = a.x * b.y - b.x * a.y;
    sum += cross;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
  }
  return sum === 0 ? (ring[0] ?? { x: 0, y: 0 }) : { x: x / (3 * sum), y: y / (3 * sum) };
}

export function contains(ring: readonly Point[], p: Point): boolean {
  let inside = false;
  let a = ring.at(-1);
  if (a === undefined) return false;
  for (const b of ring) {
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
    a = b;
  }
  return inside;
}

/** Fraction (0..1) along a→b of the place nearest to `p`. */
export function nearestFraction(a: Point, b: Point, p: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const squared = dx * dx + dy * dy;
  if (squared === 0) return 0;
  return Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared));
}

export function distanceToLine(line: readonly Point[], p: Point): number {
  let best = Number.POSITIVE_INFINITY;
  let a = line[0];
  if (a === undefined) return best;
  for (const b of line) {
    const t = nearestFraction(a, b, p);
    const dx = a.x + (b.x - a.x) * t - p.x;
    const dy = a.y + (b.y - a.y) * t - p.y;
    best = Math.min(best, dx * dx + dy * dy);
    a = b;
  }
  return Math.sqrt(best);
}

/** The same line with no piece longer than `stepM`. */
export function densify(line: readonly Point[], stepM: number): Point[] {
  const out: Point[] = line.slice(0, 1);
  for (const [a, b] of segments(line)) {
    const pieces = Math.max(1, Math.ceil(distance(a, b) / stepM));
    for (let i = 1; i <= pieces; i += 1) out.push(lerp(a, b, i / pieces));
  }
  return out;
}

/** Drops the points that lie within `toleranceM` of the line without them (Douglas-Peucker). */
export function simplify(line: readonly Point[], toleranceM: number): Point[] {
  const first = line[0];
  const last = line.at(-1);
  if (first === undefined || last === undefined || line.length < 3) return [...line];
  let worst = 0;
  let worstAt = 0;
  line.forEach((p, i) => {
    const off = distance(lerp(first, last, nearestFraction(first, last, p)), p);
    if (off > worst) {
      worst = off;
      worstAt = i;
    }
  });
  if (worst <= toleranceM) return [first, last];
  const head = simplify(line.slice(0, worstAt + 1), toleranceM);
  return [...head.slice(0, -1), ...simplify(line.slice(worstAt), toleranceM)];
}

/** Cuts the corners of a ring, `times` over. */
export function rounded(ring: readonly Point[], times: number): Point[] {
  let out = [...ring];
  for (let i = 0; i < times; i += 1) {
    const next: Point[] = [];
    for (const [a, b] of segments(out, true)) next.push(lerp(a, b, 0.25), lerp(a, b, 0.75));
    out = next;
  }
  return out;
}
