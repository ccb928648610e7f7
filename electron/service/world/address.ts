import type { LatLng } from '../../../shared/rules/geo.ts';
import { contains, distance, lerp, nearestFraction, projectionAt, segments } from './plane.ts';
import type { Point } from './plane.ts';
import type { Town, TownAddress } from './types.ts';

const CELL_M = 200;
/** One house each so many metres, odd numbers on the left. */
const PLOT_M = 14;

interface Frontage {
  readonly edge: number;
  readonly a: Point;
  readonly b: Point;
  /** How far along the street, by name, `a` lies. */
  readonly alongM: number;
}

interface AddressIndex {
  readonly cells: ReadonlyMap<number, readonly Frontage[]>;
  readonly districts: readonly string[];
  toPoint(position: LatLng): Point;
}

/** A town never changes, so that its index may live as long as it does. */
const indexes = new WeakMap<Town, AddressIndex>();

/**
 * The address of the street nearest to a position, by looking at the cells around it only.
 * Positions beyond the map get the nearest address inside it. Motorways have no house numbers.
 */
export function nearestAddress(town: Town, position: LatLng): TownAddress {
  let index = indexes.get(town);
  if (index === undefined) {
    index = buildIndex(town);
    indexes.set(town, index);
  }
  const p = clampedToTown(town, index, position);
  let best: Frontage | undefined;
  let bestM = Number.POSITIVE_INFINITY;
  const cx = Math.floor(p.x / CELL_M);
  const cy = Math.floor(p.y / CELL_M);
  // A ring of cells further out cannot hold anything nearer than the rings before it.
  for (let ring = 0; ring < 60 && bestM > (ring - 1) * CELL_M; ring += 1) {
    for (let x = cx - ring; x <= cx + ring; x += 1) {
      const inner = Math.abs(x - cx) < ring;
      for (let y = cy - ring; y <= cy + ring; y += inner ? 2 * ring : 1) {
        for (const frontage of index.cells.get(x * 10_007 + y) ?? []) {
          const t = nearestFraction(frontage.a, frontage.b, p);
          const m = distance(lerp(frontage.a, frontage.b, t), p);
          if (m < bestM) [best, bestM] = [frontage, m];
        }
      }
    }
  }
  const edge = best === undefined ? undefined : town.edges[best.edge];
  if (best === undefined || edge === undefined) {
    throw new Error('The town has no streets');
  }
  const district = index.districts[best.edge] ?? town.name;
  const base = { street: edge.name, district, town: town.name };
  if (edge.class === 'motorway') {
    return { ...base, text: `${edge.name}, ${district}, ${town.name}` };
  }
  const { a, b } = best;
  const alongM = best.alongM + nearestFraction(a, b, p) * distance(a, b);
  const left = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
  const houseNumber = 2 * Math.floor(alongM / PLOT_M) + (left ? 1 : 2);
  return {
    ...base,
    houseNumber,
    text: `${edge.name} ${houseNumber}, ${district}, ${town.name}`,
  };
}

function clampedToTown(town: Town, index: AddressIndex, { lat, lng }: LatLng): Point {
  const { south, west, north, east } = town.bounds;
  return index.toPoint({
    lat: Math.max(south, Math.min(north, lat)),
    lng: Math.max(west, Math.min(east, lng)),
  });
}

function buildIndex(town: Town): AddressIndex {
  const { toPoint } = projectionAt(town.centre);
  const districts = town.districts.map(({ name, ring, label }) => ({
    name,
    ring: ring.map(toPoint),
    label: toPoint(label),
  }));
  const districtAt = (p: Point): string => {
    const within = districts.find(({ ring }) => contains(ring, p));
    if (within !== undefined) return within.name;
    const [first, ...rest] = districts;
    if (first === undefined) return town.name;
    return rest.reduce(
      (near, d) => (distance(d.label, p) < distance(near.label, p) ? d : near),
      first,
    ).name;
  };
  const cells = new Map<number, Frontage[]>();
  const lengths = new Map<string, number>();
  const districtOfEdge: string[] = [];
  for (const edge of town.edges) {
    const line = edge.points.map(toPoint);
    let alongM = lengths.get(edge.name) ?? 0;
    districtOfEdge.push(districtAt(line[Math.floor(line.length / 2)] ?? { x: 0, y: 0 }));
    for (const [a, b] of segments(line)) {
      const frontage: Frontage = { edge: edge.id, a, b, alongM };
      alongM += distance(a, b);
      for (let x = cellOf(Math.min(a.x, b.x)); x <= cellOf(Math.max(a.x, b.x)); x += 1) {
        for (let y = cellOf(Math.min(a.y, b.y)); y <= cellOf(Math.max(a.y, b.y)); y += 1) {
          const key = x * 10_007 + y;
          const list = cells.get(key);
          if (list === undefined) cells.set(key, [frontage]);
          else list.push(frontage);
        }
      }
    }
    lengths.set(edge.name, alongM);
  }
  return { cells, districts: districtOfEdge, toPoint };
}

const cellOf = (metres: number): number => Math.floor(metres / CELL_M);
