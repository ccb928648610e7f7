import type { StreetClass } from './types.ts';
import { areaOf, distance, lengthOf, lerp, nearestFraction, segments } from './plane.ts';
import type { Point } from './plane.ts';

/** A named line as it was drawn, before it meets the others. */
export interface DrawnLine {
  readonly name: string;
  readonly class: StreetClass;
  readonly line: readonly Point[];
}

export interface Link extends DrawnLine {
  readonly from: number;
  readonly to: number;
}

/** A planar graph: links meet at nodes only. */
export interface Arrangement {
  readonly nodes: readonly Point[];
  readonly links: readonly Link[];
}

const CELL_M = 150;
/** Ends closer than this to another line belong to it. */
const TOUCH_M = 0.75;

interface Segment {
  readonly line: number;
  readonly index: number;
  readonly a: Point;
  readonly b: Point;
}

/** Splits lines wherever they cross or touch, and joins the pieces into a graph. */
export function arrange(lines: readonly DrawnLine[]): Arrangement {
  const cuts = findCuts(lines);
  const registry = createNodeRegistry();
  const links: Link[] = [];
  const seen = new Set<string>();
  lines.forEach((drawn, lineIndex) => {
    let piece: Point[] = [];
    let from = -1;
    const finish = (p: Point): void => {
      const to = registry.at(p);
      piece.push(registry.point(to));
      const key = `${Math.min(from, to)}-${Math.max(from, to)}-${Math.round(lengthOf(piece) / 5)}`;
      if (from !== to && !seen.has(key)) {
        seen.add(key);
        links.push({ ...drawn, from, to, line: piece });
      }
      from = to;
      piece = [registry.point(to)];
    };
    drawn.line.forEach((p, i) => {
      if (i === 0) {
        from = registry.at(p);
        piece = [registry.point(from)];
      } else if (i === drawn.line.length - 1) {
        finish(p);
        return;
      } else {
        piece.push(p);
      }
      const here = cuts.get(cutKey(lineIndex, i)) ?? [];
      const next = drawn.line[i + 1] ?? p;
      for (const t of [...here].sort((s, u) => s - u)) finish(lerp(p, next, t));
    });
  });
  return { nodes: registry.all, links };
}

const cutKey = (line: number, index: number): number => line * 100_000 + index;

/** For each segment (by `cutKey`), the fractions at which another line crosses or touches it. */
function findCuts(lines: readonly DrawnLine[]): Map<number, number[]> {
  const cells = new Map<number, Segment[]>();
  const all: Segment[] = [];
  lines.forEach(({ line }, lineIndex) => {
    let index = 0;
    for (const [a, b] of segments(line)) {
      const segment: Segment = { line: lineIndex, index, a, b };
      all.push(segment);
      for (const key of cellsOf(a, b)) push(cells, key, segment);
      index += 1;
    }
  });
  const cuts = new Map<number, number[]>();
  for (const one of all) {
    const met = new Set<Segment>();
    for (const key of cellsOf(one.a, one.b)) {
      for (const other of cells.get(key) ?? []) {
        if (met.has(other)) continue;
        met.add(other);
        if (other.line === one.line && Math.abs(other.index - one.index) <= 1) continue;
        const t = meets(one, other);
        if (t !== undefined) push(cuts, cutKey(one.line, one.index), t);
      }
    }
  }
  return cuts;
}

/** Where `one` is crossed by `other`, or touched by an end of it, as a fraction of `one`. */
function meets(one: Segment, other: Segment): number | undefined {
  for (const end of [other.a, other.b]) {
    const t = nearestFraction(one.a, one.b, end);
    if (distance(lerp(one.a, one.b, t), end) < TOUCH_M) return t;
  }
  const dx = one.b.x - one.a.x;
  const dy = one.b.y - one.a.y;
  const ex = other.b.x - other.a.x;
  const ey = other.b.y - other.a.y;
  const cross = dx * ey - dy * ex;
  if (Math.abs(cross) < 1e-9) return undefined;
  const fx = other.a.x - one.a.x;
  const fy = other.a.y - one.a.y;
  const t = (fx * ey - fy * ex) / cross;
  const u = (fx * dy - fy * dx) / cross;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined;
}

function cellsOf(a: Point, b: Point): number[] {
  const keys: number[] = [];
  const x1 = Math.floor((Math.max(a.x, b.x) + TOUCH_M) / CELL_M);
  const y1 = Math.floor((Math.max(a.y, b.y) + TOUCH_M) / CELL_M);
  for (let x = Math.floor((Math.min(a.x, b.x) - TOUCH_M) / CELL_M); x <= x1; x += 1) {
    for (let y = Math.floor((Math.min(a.y, b.y) - TOUCH_M) / CELL_M); y <= y1; y += 1) {
      keys.push(x * 10_007 + y);
    }
  }
  return keys;
}

function push<V>(map: Map<number, V[]>, key: number, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

interface NodeRegistry {
  readonly all: readonly Point[];
  at(p: Point): number;
  point(id: number): Point;
}

/** Gives one number to all points within 2 m of each other. */
function createNodeRegistry(): NodeRegistry {
  const all: Point[] = [];
  const cells = new Map<number, number[]>();
  const reachM = 2;
  return {
    all,
    point: (id) => all[id] ?? { x: 0, y: 0 },
    at(p) {
      const cx = Math.floor(p.x / reachM);
      const cy = Math.floor(p.y / reachM);
      for (let x = cx - 1; x <= cx + 1; x += 1) {
        for (let y = cy - 1; y <= cy + 1; y += 1) {
          for (const id of cells.get(x * 100_003 + y) ?? []) {
            const known = all[id];
            if (known !== undefined && distance(known, p) < reachM) return id;
          }
        }
      }
      const id = all.push(p) - 1;
      push(cells, cx * 100_003 + cy, id);
      return id;
    },
  };
}

/** Removes dead ends, again and again, for which `prune` says so. */
export function withoutDeadEnds(graph: Arrangement, prune: (link: Link) => boolean): Arrangement {
  let links = graph.links;
  for (;;) {
    const degree = new Map<number, number>();
    for (const link of links) {
      for (const id of [link.from, link.to]) degree.set(id, (degree.get(id) ?? 0) + 1);
    }
    const rest = links.filter(
      (link) => !((degree.get(link.from) === 1 || degree.get(link.to) === 1) && prune(link)),
    );
    if (rest.length === links.length) return { nodes: graph.nodes, links };
    links = rest;
  }
}

/** The largest connected part, with its nodes numbered anew. */
export function largestPart(graph: Arrangement): Arrangement {
  const parent = graph.nodes.map((_, i) => i);
  const root = (id: number): number => {
    let at = id;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = up;
    }
    return at;
  };
  for (const link of graph.links) parent[root(link.from)] = root(link.to);
  const sizes = new Map<number, number>();
  for (const link of graph.links) {
    const r = root(link.from);
    sizes.set(r, (sizes.get(r) ?? 0) + 1);
  }
  const [best] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, -1]);
  const numbers = new Map<number, number>();
  const nodes: Point[] = [];
  const renumber = (id: number): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, nodes.length);
    nodes.push(graph.nodes[id] ?? { x: 0, y: 0 });
    return nodes.length - 1;
  };
  const links = graph.links
    .filter((link) => root(link.from) === best)
    .map((link) => ({ ...link, from: renumber(link.from), to: renumber(link.to) }));
  return { nodes, links };
}

/** The bounded faces of the graph as counter-clockwise rings. */
export function facesOf(graph: Arrangement): Point[][] {
  interface Half {
    readonly to: number;
    readonly line: readonly Point[];
    readonly angle: number;
    readonly opposite: number;
    used: boolean;
  }
  const halves: Half[] = [];
  const around = new Map<number, number[]>();
  const add = (from: number, to: number, line: readonly Point[], opposite: number): void => {
    const [a, b] = [line[0], line[1]];
    if (a === undefined || b === undefined) return;
    push(around, from, halves.length);
    halves.push({ to, line, angle: Math.atan2(b.y - a.y, b.x - a.x), opposite, used: false });
  };
  for (const link of graph.links) {
    const n = halves.length;
    add(link.from, link.to, link.line, n + 1);
    add(link.to, link.from, [...link.line].reverse(), n);
  }
  const angleOf = (id: number): number => halves[id]?.angle ?? 0;
  for (const list of around.values()) list.sort((p, q) => angleOf(p) - angleOf(q));
  const faces: Point[][] = [];
  halves.forEach((_, first) => {
    const ring: Point[] = [];
    let at = first;
    for (let half = halves[at]; half !== undefined && !half.used; half = halves[at]) {
      half.used = true;
      ring.push(...half.line.slice(0, -1));
      const list = around.get(half.to) ?? [];
      const back = list.indexOf(half.opposite);
      // The next link clockwise from where we came keeps the face on the left.
      at = list[(back + list.length - 1) % list.length] ?? -1;
    }
    if (ring.length > 2 && areaOf(ring) > 0) faces.push(ring);
  });
  return faces;
}
