import type { LatLng } from '../../../shared/rules/geo.ts';
import { arrange, facesOf, largestPart, withoutDeadEnds } from './arrangement.ts';
import type { Arrangement, DrawnLine, Link } from './arrangement.ts';
import { createCrossings, divide } from './blocks.ts';
import {
  areaOf,
  centroidOf,
  contains,
  densify,
  distance,
  distanceToLine,
  lengthOf,
  lerp,
  projectionAt,
  rounded,
  simplify,
} from './plane.ts';
import type { Point } from './plane.ts';
import { drawFrom, hashText } from './random.ts';
import type { Draw } from './random.ts';
import { drawSketch, HALF_HEIGHT_M, HALF_WIDTH_M, ringDistance, RIVER_WIDTH_M } from './sketch.ts';
import type { Sketch, Zone } from './sketch.ts';
import type { Town, TownArea, TownDepot, TownDistrict, TownEdge } from './types.ts';
import { createNamer } from './words.ts';
import type { Namer } from './words.ts';

/** Open country in the Iberian interior: dry land on any world map, and no city nearby. */
const CENTRE: LatLng = { lat: 41.06, lng: -2.31 };

const SPEED_KMH = { motorway: 100, arterial: 60, street: 40 } as const;

const BLOCK_M2: Record<'old' | 'inner' | 'outer' | 'suburb' | 'industrial', number> = {
  old: 9_000,
  inner: 15_000,
  outer: 24_000,
  suburb: 34_000,
  industrial: 70_000,
};

/** A park swallows a part of a face between these sizes. */
const PARK_M2 = { from: 50_000, to: 240_000 } as const;
const LAKE_M2 = { from: 350_000, to: 1_100_000 } as const;
const DEPOTS = 6;

interface Ground {
  readonly streets: DrawnLine[];
  readonly parks: { name: string; ring: readonly Point[] }[];
  readonly lakes: { name: string; ring: readonly Point[] }[];
  readonly industrial: { name: string; ring: readonly Point[] }[];
  readonly districts: { name: string; ring: readonly Point[] }[];
}

/**
 * A town of about 14 × 11 km that exists nowhere: rings, avenues, a river with bridges, a lake,
 * parks and an industrial estate, all named with invented words. The same seed gives the same
 * town. Its street graph is connected.
 */
export function createTown(seed: string): Town {
  const draw = drawFrom(hashText(`town:${seed}`));
  const names = createNamer(draw);
  const townName = names.town();
  const sketch = drawSketch(draw, names);
  const main = withoutDeadEnds(arrange(sketch.lines), isStub);
  const ground = divideGround(main, sketch, draw, names);
  plantWoods(ground, draw, names);
  const whole = largestPart(
    withoutDeadEnds(arrange([...main.links, ...offTheWater(ground.streets, sketch)]), isStub),
  );

  const projection = projectionAt(CENTRE);
  const bend = createBend(draw);
  const toLatLng = (p: Point): LatLng => {
    const { x, y } = bend(p);
    return projection.toLatLng(x, y);
  };
  const place = (area: { name: string; ring: readonly Point[] }): TownArea => ({
    name: area.name,
    ring: area.ring.map(toLatLng),
  });
  const edges = whole.links.map((link, id) => toEdge(link, id, bend, projection.toLatLng));
  const corner = (sign: number): LatLng =>
    projection.toLatLng(sign * (HALF_WIDTH_M + 250), sign * (HALF_HEIGHT_M + 250));
  const [low, high] = [corner(-1), corner(1)];
  return {
    seed,
    name: townName,
    centre: CENTRE,
    bounds: { south: low.lat, west: low.lng, north: high.lat, east: high.lng },
    utcOffsetMinutes: 60,
    nodes: whole.nodes.map((p, id) => ({ id, ...toLatLng(p) })),
    edges,
    rivers: [
      { name: `River ${names.stem()}`, widthM: RIVER_WIDTH_M, line: sketch.river.map(toLatLng) },
    ],
    lakes: ground.lakes.map(place),
    parks: ground.parks.map(place),
    industrial: ground.industrial.map(place),
    districts: ground.districts.map((district): TownDistrict => ({
      ...place(district),
      label: toLatLng(centroidOf(district.ring)),
    })),
    depots: placeDepots(whole, edges, ground, names),
  };
}

/** Ends that lead nowhere: side streets, and main roads that stop before the map's edge. */
function isStub(link: Link): boolean {
  if (link.class !== 'street' || lengthOf(link.line) < 60) {
    return ![link.line[0], link.line.at(-1)].some(
      (p) =>
        p !== undefined && (Math.abs(p.x) > HALF_WIDTH_M - 5 || Math.abs(p.y) > HALF_HEIGHT_M - 5),
    );
  }
  return true;
}

/** Only the roads of the sketch have bridges. */
function offTheWater(streets: readonly DrawnLine[], sketch: Sketch): DrawnLine[] {
  return streets.filter(({ line }) =>
    densify(line, 40).every((p) => distanceToLine(sketch.river, p) > RIVER_WIDTH_M * 0.6),
  );
}

function divideGround(main: Arrangement, sketch: Sketch, draw: Draw, names: Namer): Ground {
  const ground: Ground = { streets: [], parks: [], lakes: [], industrial: [], districts: [] };
  const crossings = createCrossings();
  const degree = new Map<number, number>();
  for (const { from, to } of main.links) {
    for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  }
  main.nodes.forEach((p, id) => {
    if ((degree.get(id) ?? 0) > 1) crossings.add(p);
  });
  const faces = facesOf(withoutDeadEnds(main, () => true)).map((ring) => {
    const centre = centroidOf(ring);
    return { ring, centre, areaM2: areaOf(ring), zone: sketch.zoneOf(centre, ring) };
  });
  const estate = pickEstate(faces, main);
  for (const face of faces) {
    const { ring, areaM2, zone } = face;
    if (zone === 'river') continue;
    const isEstate = face === estate;
    if (zone === 'country' || (zone === 'suburb' && !isEstate && draw.chance(0.4))) continue;
    if (areaM2 > 250_000 && zone !== 'old') {
      const name = isEstate ? `${names.stem()} Works` : names.district();
      ground.districts.push({ name, ring });
      if (isEstate) ground.industrial.push({ name: `${name} Estate`, ring });
    }
    ground.streets.push(
      ...divide(
        ring,
        {
          blockAreaM2: BLOCK_M2[isEstate ? 'industrial' : zone],
          keepWhole: (part, partM2) =>
            !isEstate && keepGreen(part, partM2, zone, ground, draw, names),
        },
        crossings,
        draw,
        names,
      ),
    );
  }
  return ground;
}

interface Face {
  readonly ring: readonly Point[];
  readonly centre: Point;
  readonly areaM2: number;
  readonly zone: Zone;
}

/** The industrial estate: a middling face on the edge of town, nearest to the motorway. */
function pickEstate(faces: readonly Face[], main: Arrangement): Face | undefined {
  const motorway = main.links.filter((link) => link.class === 'motorway');
  const away = (face: Face): number =>
    Math.min(...motorway.map((link) => distanceToLine(link.line, face.centre)));
  let best: Face | undefined;
  let bestM = Number.POSITIVE_INFINITY;
  for (const face of faces) {
    if (face.zone !== 'suburb' && face.zone !== 'outer') continue;
    if (face.areaM2 < 900_000 || face.areaM2 > 3_500_000) continue;
    const m = away(face);
    if (m < bestM) [best, bestM] = [face, m];
  }
  return best;
}

function keepGreen(
  ring: readonly Point[],
  areaM2: number,
  zone: Zone,
  ground: Ground,
  draw: Draw,
  names: Namer,
): boolean {
  const outskirts = zone === 'outer' || zone === 'suburb';
  if (outskirts && ground.lakes.length === 0 && areaM2 > LAKE_M2.from && areaM2 < LAKE_M2.to) {
    const stem = names.stem();
    const centre = centroidOf(ring);
    const stride = Math.max(1, Math.floor(ring.length / 14));
    const shore = ring
      .filter((_, i) => i % stride === 0)
      .map((p) => lerp(centre, p, draw.between(0.6, 0.84)));
    ground.parks.push({ name: `${stem} Lake Park`, ring });
    ground.lakes.push({ name: `Lake ${stem}`, ring: rounded(shore, 3) });
    return true;
  }
  if (areaM2 > PARK_M2.to || areaM2 < PARK_M2.from) {
    // A square or a playing field in place of a block.
    if (areaM2 > 32_000 || zone === 'suburb' || !draw.chance(0.025)) return false;
    ground.parks.push({ name: names.park(), ring });
    return true;
  }
  if (!draw.chance(0.055)) return false;
  ground.parks.push({ name: names.park(), ring });
  return true;
}

/** Woods in the open country, so that the map does not end with the last house. */
function plantWoods(ground: Ground, draw: Draw, names: Namer): void {
  for (let tries = 0; tries < 60; tries += 1) {
    const centre = {
      x: draw.between(-HALF_WIDTH_M, HALF_WIDTH_M),
      y: draw.between(-HALF_HEIGHT_M, HALF_HEIGHT_M),
    };
    if (ringDistance(centre) < 4900) continue;
    const radiusM = draw.between(160, 520);
    const blob: Point[] = [];
    for (let i = 0; i < 11; i += 1) {
      const angle = (i / 11) * 2 * Math.PI;
      const r = radiusM * draw.between(0.55, 1.2);
      blob.push({ x: centre.x + Math.cos(angle) * r * 1.3, y: centre.y + Math.sin(angle) * r });
    }
    ground.parks.push({ name: `${names.stem()} Wood`, ring: rounded(blob, 2) });
  }
}

/** Bends the whole plane gently, so that no street is ruled with a ruler. Never folds it. */
function createBend(draw: Draw): (p: Point) => Point {
  const phases = [0, 1, 2, 3].map(() => draw.between(0, 2 * Math.PI));
  const [a = 0, b = 0, c = 0, d = 0] = phases;
  return ({ x, y }) => ({
    x: x + 95 * Math.sin(y / 820 + a) + 34 * Math.sin((x + y) / 390 + b),
    y: y + 80 * Math.sin(x / 760 + c) + 30 * Math.sin((x - 1.3 * y) / 420 + d),
  });
}

function toEdge(
  link: Link,
  id: number,
  bend: (p: Point) => Point,
  toLatLng: (x: number, y: number) => LatLng,
): TownEdge {
  const line = simplify(densify(link.line, 60).map(bend), 1.5);
  return {
    id,
    from: link.from,
    to: link.to,
    class: link.class,
    name: link.name,
    lengthM: lengthOf(line),
    speedKmh: SPEED_KMH[link.class],
    points: line.map(({ x, y }) => toLatLng(x, y)),
  };
}

/** Yards in the estate, as far from each other as its streets allow. */
function placeDepots(
  graph: Arrangement,
  edges: readonly TownEdge[],
  ground: Ground,
  names: Namer,
): TownDepot[] {
  const estate = ground.industrial[0];
  const free = graph.links.flatMap((link, id) => {
    const middle = link.line[Math.floor(link.line.length / 2)];
    const edge = edges[id];
    if (middle === undefined || edge === undefined || link.class !== 'street') return [];
    if (estate !== undefined && !contains(estate.ring, middle)) return [];
    const at = edge.points[Math.floor(edge.points.length / 2)];
    return at === undefined ? [] : [{ middle, at, street: link.name }];
  });
  const chosen: (typeof free)[number][] = [];
  while (chosen.length < DEPOTS) {
    let best = free[0];
    let bestM = -1;
    for (const candidate of free) {
      const m = Math.min(...chosen.map((c) => distance(c.middle, candidate.middle)), 1e9);
      if (m > bestM) [best, bestM] = [candidate, m];
    }
    if (best === undefined) break;
    chosen.push(best);
  }
  return chosen.map(({ at, street }) => ({
    ...at,
    name: `${names.stem()} Depot`,
    address: street,
  }));
}
