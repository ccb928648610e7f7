import type { DrawnLine } from './arrangement.ts';
import { densify, distanceToLine } from './plane.ts';
import type { Point } from './plane.ts';
import type { Draw } from './random.ts';
import type { Namer } from './words.ts';

/** Half the size of the mapped country, in metres. */
export const HALF_WIDTH_M = 7000;
export const HALF_HEIGHT_M = 5500;

/** The town is wider than tall: "ring distance" is measured with x shrunk by this. */
const STRETCH = 1.28;

/** Ring distances of the four rings, in metres north or south of the centre. */
const RINGS_M = { old: 560, middle: 1850, outer: 3350, suburb: 4550 } as const;

export const RIVER_WIDTH_M = 70;
/** From the middle of the river to the embankment streets. */
const EMBANKMENT_M = 80;

export type Zone = 'old' | 'inner' | 'outer' | 'suburb' | 'country' | 'river';

/** What a planner would draw first: the main roads and the river. */
export interface Sketch {
  readonly lines: readonly DrawnLine[];
  readonly river: readonly Point[];
  /** The zone of a face, by its inner point; the river strip is told by its whole ring. */
  zoneOf(centre: Point, ring: readonly Point[]): Zone;
}

export function drawSketch(draw: Draw, names: Namer): Sketch {
  const wobble = createWobble(draw);
  const river = drawRiver(draw);
  const lines: DrawnLine[] = [];
  const add = (kind: DrawnLine['class'], name: string, line: readonly Point[]): void => {
    lines.push({ class: kind, name, line: densify(clipToMap(line), 90) });
  };
  const ring = (radiusM: number): Point[] => {
    const out: Point[] = [];
    for (let i = 0; i <= 96; i += 1) {
      const angle = ((i % 96) / 96) * 2 * Math.PI;
      const r = radiusM * wobble(angle, radiusM);
      out.push({ x: Math.cos(angle) * r * STRETCH, y: Math.sin(angle) * r });
    }
    return out;
  };
  add('street', `${names.stem()} Wall`, ring(RINGS_M.old));
  add('arterial', `${names.stem()} Circle`, ring(RINGS_M.middle));
  add('arterial', `${names.stem()} Ring`, ring(RINGS_M.outer));
  add('street', `${names.stem()} Country Road`, ring(RINGS_M.suburb));

  const spokes = 9;
  const turn = draw.between(0, 1);
  for (let i = 0; i < spokes; i += 1) {
    const angle = ((i + turn + draw.between(-0.22, 0.22)) / spokes) * 2 * Math.PI;
    add('arterial', names.avenue(), drawSpoke(draw, angle, RINGS_M.old * 0.8, 12_000));
    // Between two main roads a smaller one runs from the middle ring out to the suburbs.
    const between = angle + (Math.PI / spokes) * draw.between(0.85, 1.15);
    add('street', names.avenue(), drawSpoke(draw, between, RINGS_M.middle * 0.95, 3700));
  }
  for (const side of [-1, 1]) {
    const bank = river
      .map((p, i) => sideways(river, p, i, side * EMBANKMENT_M))
      .filter((p) => ringDistance(p) < RINGS_M.suburb * 1.2);
    add('street', `${names.stem()} Embankment`, bank);
  }
  add('motorway', 'M 7', drawMotorway(draw));

  const zoneOf = (centre: Point, face: readonly Point[]): Zone => {
    if (face.every((p) => distanceToLine(river, p) < EMBANKMENT_M * 1.3)) return 'river';
    const angle = Math.atan2(centre.y, centre.x / STRETCH);
    const within = (radiusM: number): boolean =>
      ringDistance(centre) < radiusM * wobble(angle, radiusM);
    if (within(RINGS_M.old)) return 'old';
    if (within(RINGS_M.middle)) return 'inner';
    if (within(RINGS_M.outer)) return 'outer';
    return within(RINGS_M.suburb) ? 'suburb' : 'country';
  };
  return { lines, river, zoneOf };
}

export const ringDistance = (p: Point): number => Math.hypot(p.x / STRETCH, p.y);

/** How far a ring strays from its ellipse, by angle; differs from ring to ring. */
function createWobble(draw: Draw): (angle: number, radiusM: number) => number {
  const waves = [2, 3, 5].map((n) => ({
    n,
    phase: draw.between(0, 2 * Math.PI),
    size: draw.between(0.02, 0.05),
    drift: draw.between(0.3, 0.6),
  }));
  return (angle, radiusM) =>
    waves.reduce(
      (sum, { n, phase, size, drift }) =>
        sum + size * Math.sin(n * angle + phase + (drift * radiusM) / 1000),
      1,
    );
}

function drawSpoke(draw: Draw, angle: number, fromM: number, lengthM: number): Point[] {
  const bend = draw.between(-0.00007, 0.00007);
  const wave = draw.between(0.02, 0.06);
  const phase = draw.between(0, 2 * Math.PI);
  const out: Point[] = [];
  for (let r = fromM; r < fromM + lengthM; r += 150) {
    const a = angle + bend * (r - fromM) + wave * Math.sin(r / 900 + phase) * Math.min(1, r / 2500);
    out.push({ x: Math.cos(a) * r * STRETCH, y: Math.sin(a) * r });
  }
  return out;
}

/** From the western edge to the eastern, south or north of the old town. */
function drawRiver(draw: Draw): Point[] {
  const side = draw.pick([-1, 1]);
  const base = side * draw.between(950, 1150);
  const slope = draw.between(0.12, 0.22) * draw.pick([-1, 1]);
  const phase = draw.between(0, 2 * Math.PI);
  const out: Point[] = [];
  for (let x = -HALF_WIDTH_M - 400; x <= HALF_WIDTH_M + 400; x += 120) {
    const meander = 380 * Math.sin(x / 1500 + phase) + 130 * Math.sin(x / 560 + 2 * phase);
    out.push({ x, y: base + slope * x + meander });
  }
  return out;
}

/** Passes the town outside its ring, from edge to edge. */
function drawMotorway(draw: Draw): Point[] {
  const phase = draw.between(0, 2 * Math.PI);
  const lean = draw.between(0.06, 0.12) * draw.pick([-1, 1]);
  const south = draw.pick([-1, 1]);
  const out: Point[] = [];
  for (let x = -HALF_WIDTH_M - 300; x <= HALF_WIDTH_M + 300; x += 150) {
    const y = south * 4150 + lean * x + 160 * Math.sin(x / 2400 + phase);
    out.push({ x, y });
  }
  return out;
}

function sideways(line: readonly Point[], p: Point, i: number, byM: number): Point {
  const a = line[i - 1] ?? p;
  const b = line[i + 1] ?? p;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return { x: p.x - ((b.y - a.y) / length) * byM, y: p.y + ((b.x - a.x) / length) * byM };
}

function clipToMap(line: readonly Point[]): Point[] {
  const inside = (p: Point): boolean =>
    Math.abs(p.x) <= HALF_WIDTH_M && Math.abs(p.y) <= HALF_HEIGHT_M;
  const out: Point[] = [];
  line.forEach((p, i) => {
    const before = line[i - 1];
    if (inside(p)) {
      if (before !== undefined && !inside(before)) out.push(atEdge(p, before));
      out.push(p);
    } else if (before !== undefined && inside(before)) {
      out.push(atEdge(before, p));
    }
  });
  return out;
}

function atEdge(inner: Point, outer: Point): Point {
  const t = Math.min(
    1,
    ...(['x', 'y'] as const).map((axis) => {
      const limit = axis === 'x' ? HALF_WIDTH_M : HALF_HEIGHT_M;
      const way = outer[axis] - inner[axis];
      return way === 0 ? 1 : Math.max(0, (Math.sign(way) * limit - inner[axis]) / way);
    }),
  );
  return { x: inner.x + (outer.x - inner.x) * t, y: inner.y + (outer.y - inner.y) * t };
}
