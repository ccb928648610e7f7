import type { LatLng } from '../../../shared/rules/geo.ts';
import { distance, projectionAt } from './plane.ts';
import type { Point, Projection } from './plane.ts';
import type { StreetClass, Town } from './types.ts';

/** A street piece, ready for driving: its line in metres with the distance to each point. */
export interface NetworkEdge {
  readonly from: number;
  readonly to: number;
  readonly class: StreetClass;
  readonly lengthM: number;
  readonly speedMs: number;
  readonly line: readonly Point[];
  readonly alongM: readonly number[];
}

export interface StreetNetwork {
  readonly projection: Projection;
  readonly nodes: readonly Point[];
  readonly edges: readonly NetworkEdge[];
  /** For each node the edges that meet there. */
  readonly edgesAt: readonly (readonly number[])[];
  readonly fastestMs: number;
}

/** A place on a street: an edge, and metres from its `from` node. */
export interface Spot {
  readonly edge: number;
  readonly offsetM: number;
}

/** A part of an edge, driven from `startM` to `endM` (backwards when `endM` is the lesser). */
export interface PathStep {
  readonly edge: number;
  readonly startM: number;
  readonly endM: number;
}

export interface Path {
  readonly steps: readonly PathStep[];
  readonly lengthM: number;
}

export function createNetwork(town: Town): StreetNetwork {
  const projection = projectionAt(town.centre);
  const edgesAt: number[][] = town.nodes.map(() => []);
  const edges = town.edges.map((edge): NetworkEdge => {
    edgesAt[edge.from]?.push(edge.id);
    edgesAt[edge.to]?.push(edge.id);
    const line = edge.points.map(projection.toPoint);
    let sum = 0;
    const alongM = line.map((p, i) => {
      const before = line[i - 1];
      if (before !== undefined) sum += distance(before, p);
      return sum;
    });
    const speedMs = edge.speedKmh / 3.6;
    return { from: edge.from, to: edge.to, class: edge.class, lengthM: sum, speedMs, line, alongM };
  });
  const fastestMs = edges.reduce((max, edge) => Math.max(max, edge.speedMs), 1);
  return { projection, nodes: town.nodes.map(projection.toPoint), edges, edgesAt, fastestMs };
}

function edgeOf(network: StreetNetwork, id: number): NetworkEdge {
  const edge = network.edges[id];
  if (edge === undefined) throw new RangeError(`No street piece ${id}`);
  return edge;
}

/** The way of least time from everywhere to one spot. */
export interface WaysTo {
  readonly to: Spot;
  /** Seconds at the speed limits from each node; infinite where the search did not go. */
  readonly costS: Float64Array;
  /** The edge to take from each node; -1 where the spot's own edge is reached. */
  readonly nextEdge: Int32Array;
}

/** Dijkstra from a spot over the whole network (streets are driven both ways). */
export function waysTo(network: StreetNetwork, to: Spot): WaysTo {
  return search(network, to, undefined);
}

/** The way of least time between two spots (A*: it looks mainly towards the start). */
export function findPath(network: StreetNetwork, from: Spot, to: Spot): Path {
  return pathFrom(network, from, search(network, to, from));
}

/** Follows a search result from a spot. Throws when there is no way. */
export function pathFrom(network: StreetNetwork, from: Spot, ways: WaysTo): Path {
  const { to } = ways;
  if (from.edge === to.edge) return toPath([step(from.edge, from.offsetM, to.offsetM)]);
  const start = edgeOf(network, from.edge);
  const back = (ways.costS[start.from] ?? Infinity) + from.offsetM / start.speedMs;
  const ahead = (ways.costS[start.to] ?? Infinity) + (start.lengthM - from.offsetM) / start.speedMs;
  if (Math.min(back, ahead) === Infinity) throw new Error('The streets are not connected');
  let node = back < ahead ? start.from : start.to;
  const steps = [step(from.edge, from.offsetM, back < ahead ? 0 : start.lengthM)];
  for (let next = ways.nextEdge[node] ?? -1; next >= 0; next = ways.nextEdge[node] ?? -1) {
    const edge = edgeOf(network, next);
    const forward = edge.from === node;
    steps.push(step(next, forward ? 0 : edge.lengthM, forward ? edge.lengthM : 0));
    node = forward ? edge.to : edge.from;
  }
  const last = edgeOf(network, to.edge);
  steps.push(step(to.edge, last.from === node ? 0 : last.lengthM, to.offsetM));
  return toPath(steps);
}

const step = (edge: number, startM: number, endM: number): PathStep => ({ edge, startM, endM });

function toPath(all: readonly PathStep[]): Path {
  const steps = all.filter(({ startM, endM }) => Math.abs(endM - startM) > 0.01);
  return { steps, lengthM: steps.reduce((sum, s) => sum + Math.abs(s.endM - s.startM), 0) };
}

function search(network: StreetNetwork, to: Spot, from: Spot | undefined): WaysTo {
  const count = network.nodes.length;
  const costS = new Float64Array(count).fill(Infinity);
  const nextEdge = new Int32Array(count).fill(-1);
  const settled = new Uint8Array(count);
  const goal = from === undefined ? undefined : positionOnEdge(network, from.edge, from.offsetM);
  const leastS = (node: number): number => {
    if (goal === undefined) return 0;
    const p = network.nodes[node];
    return p === undefined ? 0 : distance(p, goal) / network.fastestMs;
  };
  const heap = createHeap();
  const reach = (node: number, cost: number, via: number): void => {
    if (cost >= (costS[node] ?? 0)) return;
    costS[node] = cost;
    nextEdge[node] = via;
    heap.push(node, cost + leastS(node));
  };
  const target = edgeOf(network, to.edge);
  reach(target.from, to.offsetM / target.speedMs, -1);
  reach(target.to, (target.lengthM - to.offsetM) / target.speedMs, -1);
  const start = from === undefined ? undefined : edgeOf(network, from.edge);
  for (let node = heap.pop(); node >= 0; node = heap.pop()) {
    if (settled[node] === 1) continue;
    settled[node] = 1;
    if (start !== undefined && settled[start.from] === 1 && settled[start.to] === 1) break;
    for (const id of network.edgesAt[node] ?? []) {
      const edge = edgeOf(network, id);
      const other = edge.from === node ? edge.to : edge.from;
      reach(other, (costS[node] ?? 0) + edge.lengthM / edge.speedMs, id);
    }
  }
  return { to, costS, nextEdge };
}

interface Heap {
  push(node: number, key: number): void;
  /** The node with the least key, or -1. */
  pop(): number;
}

function createHeap(): Heap {
  const nodes: number[] = [];
  const keys: number[] = [];
  const keyAt = (i: number): number => keys[i] ?? Infinity;
  const put = (i: number, node: number, key: number): void => {
    nodes[i] = node;
    keys[i] = key;
  };
  return {
    push(node, key) {
      let i = nodes.length;
      while (i > 0) {
        const up = (i - 1) >> 1;
        if (keyAt(up) <= key) break;
        put(i, nodes[up] ?? -1, keyAt(up));
        i = up;
      }
      put(i, node, key);
    },
    pop() {
      const top = nodes[0] ?? -1;
      const node = nodes.pop();
      const key = keys.pop();
      if (node === undefined || key === undefined || nodes.length === 0) return top;
      let i = 0;
      for (;;) {
        const left = 2 * i + 1;
        const child = keyAt(left + 1) < keyAt(left) ? left + 1 : left;
        if (keyAt(child) >= key) break;
        put(i, nodes[child] ?? -1, keyAt(child));
        i = child;
      }
      put(i, node, key);
      return top;
    },
  };
}

/** Index of the segment of the edge that holds the offset. */
function segmentAt(edge: NetworkEdge, offsetM: number): number {
  let i = 0;
  while (i < edge.alongM.length - 2 && (edge.alongM[i + 1] ?? Infinity) < offsetM) i += 1;
  return i;
}

/** Metres east and north of the centre, at an offset along an edge. */
export function positionOnEdge(network: StreetNetwork, id: number, offsetM: number): Point {
  const edge = edgeOf(network, id);
  const i = segmentAt(edge, offsetM);
  const a = edge.line[i] ?? { x: 0, y: 0 };
  const b = edge.line[i + 1] ?? a;
  const startM = edge.alongM[i] ?? 0;
  const spanM = (edge.alongM[i + 1] ?? startM) - startM;
  const t = spanM === 0 ? 0 : (offsetM - startM) / spanM;
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** Direction of the street at an offset: degrees from north, turned round when driven backwards. */
export function headingOnEdge(
  network: StreetNetwork,
  id: number,
  offsetM: number,
  backwards: boolean,
): number {
  const edge = edgeOf(network, id);
  const i = segmentAt(edge, offsetM);
  const a = edge.line[i] ?? { x: 0, y: 0 };
  const b = edge.line[i + 1] ?? a;
  const deg = (Math.atan2(b.x - a.x, b.y - a.y) * 180) / Math.PI + (backwards ? 180 : 0);
  return (deg + 720) % 360;
}

/** Position and heading after `distanceM` metres of a path (clamped to its ends). */
export function positionOnPath(
  network: StreetNetwork,
  path: Path,
  distanceM: number,
): LatLng & { readonly headingDeg: number } {
  let left = Math.max(0, distanceM);
  let at: PathStep | undefined;
  for (const s of path.steps) {
    // Subtracted before each further step only, so that the end of the path stays on the last.
    if (at !== undefined) left -= Math.abs(at.endM - at.startM);
    at = s;
    if (left <= Math.abs(s.endM - s.startM)) break;
  }
  if (at === undefined) throw new RangeError('An empty path has no positions');
  const backwards = at.endM < at.startM;
  const run = Math.min(left, Math.abs(at.endM - at.startM));
  const offsetM = backwards ? at.startM - run : at.startM + run;
  const { x, y } = positionOnEdge(network, at.edge, offsetM);
  const headingDeg = headingOnEdge(network, at.edge, offsetM, backwards);
  return { ...network.projection.toLatLng(x, y), headingDeg };
}
