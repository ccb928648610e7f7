import type { DrawnLine } from './arrangement.ts';
import { areaOf, contains, distance, lerp, nearestFraction, segments } from './plane.ts';
import type { Point } from './plane.ts';
import type { Draw } from './random.ts';
import type { Namer } from './words.ts';

/** Streets that end on a boundary this close to a crossing run into the crossing instead. */
const SNAP_M = 38;
const NARROWEST_M = 75;

/** Where streets end, so that the next street can continue one across a main road. */
export interface Crossings {
  add(p: Point, name?: string, direction?: number): void;
  near(p: Point): Point[];
  /** Name of a street that ends at `p` and runs on in `direction` (radians). */
  continuing(p: Point, direction: number): string | undefined;
}

export function createCrossings(): Crossings {
  interface Crossing {
    readonly point: Point;
    readonly name?: string | undefined;
    readonly direction?: number | undefined;
  }
  const cells = new Map<number, Crossing[]>();
  const cellOf = (p: Point, dx = 0, dy = 0): number =>
    (Math.floor(p.x / SNAP_M) + dx) * 10_007 + Math.floor(p.y / SNAP_M) + dy;
  const around = (p: Point): Crossing[] =>
    [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(cellOf(p, dx, dy)) ?? []));
  return {
    add(point, name, direction) {
      const list = cells.get(cellOf(point)) ?? [];
      list.push({ point, name, direction });
      cells.set(cellOf(point), list);
    },
    near: (p) => around(p).map(({ point }) => point),
    continuing(p, direction) {
      for (const { point, name, direction: other } of around(p)) {
        if (name === undefined || other === undefined || distance(point, p) > 1) continue;
        if (Math.cos(direction - other) > 0.9) return name;
      }
      return undefined;
    },
  };
}

export interface BlockPlan {
  /** Blocks larger than about this are divided further (square metres). */
  readonly blockAreaM2: number;
  /** Called for each part on the way down; true keeps it whole (a park, a lake, a yard). */
  keepWhole(ring: readonly Point[], areaM2: number): boolean;
}

/** Divides a face by streets until its blocks are small; returns the streets. */
export function divide(
  face: readonly Point[],
  plan: BlockPlan,
  crossings: Crossings,
  draw: Draw,
  names: Namer,
): DrawnLine[] {
  const streets: DrawnLine[] = [];
  const waiting: (readonly Point[])[] = [face];
  for (let ring = waiting.pop(); ring !== undefined; ring = waiting.pop()) {
    const areaM2 = areaOf(ring);
    if (areaM2 < plan.blockAreaM2 * draw.between(0.9, 1.9)) continue;
    if (plan.keepWhole(ring, areaM2)) continue;
    const cut = cutAcross(ring, crossings, draw);
    if (cut === undefined) continue;
    const { line, parts } = cut;
    const [a, b] = [line[0], line.at(-1)];
    if (a === undefined || b === undefined) continue;
    const direction = Math.atan2(b.y - a.y, b.x - a.x);
    const name =
      crossings.continuing(a, direction + Math.PI) ??
      crossings.continuing(b, direction) ??
      names.street();
    // Each end remembers the direction in which its street leaves it.
    crossings.add(a, name, direction);
    crossings.add(b, name, direction + Math.PI);
    streets.push({ class: 'street', name, line });
    waiting.push(...parts);
  }
  return streets;
}

interface Cut {
  readonly line: readonly Point[];
  readonly parts: readonly (readonly Point[])[];
}

function cutAcross(ring: readonly Point[], crossings: Crossings, draw: Draw): Cut | undefined {
  const box = narrowestBox(ring);
  if (box.shortM < NARROWEST_M) return undefined;
  const at = box.from + box.longM * (0.5 + draw.between(-0.12, 0.12));
  const angle = box.angle + draw.between(-0.06, 0.06);
  const ends = chord(ring, angle, at);
  if (ends === undefined) return undefined;
  const [a, b] = ends;
  const snappedA = snap(ring, a, crossings);
  const snappedB = snap(ring, b, crossings);
  const bow = draw.between(-0.035, 0.035);
  for (const [p, q, bend] of [
    [snappedA, snappedB, bow],
    [snappedA, snappedB, 0],
    [snappedA, b, 0],
    [a, snappedB, 0],
    [a, b, 0],
  ] as const) {
    if (distance(p, q) < 45) continue;
    const line = bowed(p, q, bend);
    if (!staysInside(ring, line)) continue;
    const parts = splitRing(ring, line);
    if (parts.every((part) => areaOf(part) > 2500)) return { line, parts };
  }
  return undefined;
}

/** The box around the ring with the least area; `from` and `angle` are those of its long side. */
function narrowestBox(ring: readonly Point[]): {
  angle: number;
  from: number;
  longM: number;
  shortM: number;
} {
  let best = { angle: 0, from: 0, longM: 0, shortM: Number.POSITIVE_INFINITY };
  let bestArea = Number.POSITIVE_INFINITY;
  for (let step = 0; step < 24; step += 1) {
    const angle = (step / 48) * Math.PI;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of ring) {
      const u = x * c + y * s;
      const v = y * c - x * s;
      if (u < u0) u0 = u;
      if (u > u1) u1 = u;
      if (v < v0) v0 = v;
      if (v > v1) v1 = v;
    }
    const area = (u1 - u0) * (v1 - v0);
    if (area >= bestArea) continue;
    bestArea = area;
    best =
      u1 - u0 >= v1 - v0
        ? { angle, from: u0, longM: u1 - u0, shortM: v1 - v0 }
        : { angle: angle + Math.PI / 2, from: v0, longM: v1 - v0, shortM: u1 - u0 };
  }
  return best;
}

/** The longest inner piece of the line across the ring, square to `angle` at distance `at`. */
function chord(ring: readonly Point[], angle: number, at: number): [Point, Point] | undefined {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const hits: { readonly p: Point; readonly v: number }[] = [];
  for (const [a, b] of segments(ring, true)) {
    const ua = a.x * c + a.y * s - at;
    const ub = b.x * c + b.y * s - at;
    if (ua > 0 === ub > 0) continue;
    const p = lerp(a, b, ua / (ua - ub));
    hits.push({ p, v: p.y * c - p.x * s });
  }
  hits.sort((p, q) => p.v - q.v);
  let best: [Point, Point] | undefined;
  for (let i = 0; i + 1 < hits.length; i += 2) {
    const [p, q] = [hits[i], hits[i + 1]];
    if (p === undefined || q === undefined) continue;
    if (best === undefined || distance(p.p, q.p) > distance(...best)) best = [p.p, q.p];
  }
  return best;
}

function snap(ring: readonly Point[], p: Point, crossings: Crossings): Point {
  let best = p;
  let bestM = SNAP_M;
  for (const other of crossings.near(p)) {
    const d = distance(other, p);
    if (d < bestM && place(ring, other).offM < 0.3) {
      best = other;
      bestM = d;
    }
  }
  return best;
}

function bowed(a: Point, b: Point, bow: number): Point[] {
  const steps = bow === 0 ? 1 : Math.max(2, Math.min(8, Math.round(distance(a, b) / 60)));
  const out: Point[] = [];
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps;
    const off = bow * 4 * t * (1 - t);
    const p = lerp(a, b, t);
    out.push({ x: p.x - (b.y - a.y) * off, y: p.y + (b.x - a.x) * off });
  }
  out[0] = a;
  out[out.length - 1] = b;
  return out;
}

function staysInside(ring: readonly Point[], line: readonly Point[]): boolean {
  const [a, b] = [line[0], line.at(-1)];
  if (a === undefined || b === undefined) return false;
  for (const [p, q] of segments(line)) {
    for (const t of [0.08, 0.5, 0.92]) if (!contains(ring, lerp(p, q, t))) return false;
    let r = ring.at(-1) ?? a;
    for (const s of ring) {
      if (crosses(p, q, r, s) && ![p, q].some((e) => (e === a || e === b) && touches(r, s, e))) {
        return false;
      }
      r = s;
    }
  }
  return true;
}

const touches = (r: Point, s: Point, p: Point): boolean =>
  distance(lerp(r, s, nearestFraction(r, s, p)), p) < 0.5;

function crosses(p: Point, q: Point, r: Point, s: Point): boolean {
  const side = (a: Point, b: Point, c: Point): boolean =>
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
  return side(p, q, r) !== side(p, q, s) && side(r, s, p) !== side(r, s, q);
}

/** The segment of the ring nearest to `p`, by the index of its first point. */
function place(ring: readonly Point[], p: Point): { index: number; t: number; offM: number } {
  let best = { index: 0, t: 0, offM: Number.POSITIVE_INFINITY };
  let index = ring.length - 1;
  let a = ring.at(-1) ?? p;
  for (const b of ring) {
    const t = nearestFraction(a, b, p);
    const offM = Math.hypot(a.x + (b.x - a.x) * t - p.x, a.y + (b.y - a.y) * t - p.y);
    if (offM < best.offM) best = { index, t, offM };
    index = (index + 1) % ring.length;
    a = b;
  }
  return best;
}

function splitRing(ring: readonly Point[], line: readonly Point[]): [Point[], Point[]] {
  const [a, b] = [line[0] ?? { x: 0, y: 0 }, line.at(-1) ?? { x: 0, y: 0 }];
  const walk = (from: Point, to: Point): Point[] => {
    const start = place(ring, from);
    const end = place(ring, to);
    const out: Point[] = [from];
    const wraps = start.index > end.index || (start.index === end.index && start.t > end.t);
    const steps = (wraps ? ring.length : 0) + end.index - start.index;
    for (let i = 1; i <= steps; i += 1) {
      const p = ring[(start.index + i) % ring.length];
      if (p !== undefined && distance(p, from) > 0.01 && distance(p, to) > 0.01) out.push(p);
    }
    out.push(to);
    return out;
  };
  const inner = line.slice(1, -1);
  return [
    [...walk(a, b), ...[...inner].reverse()],
    [...walk(b, a), ...inner],
  ];
}
