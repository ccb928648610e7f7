import { readFileSync } from 'node:fs';
import type { FeatureCollection, Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/**
 * Small drawn maps of the ground that the desk has without a network: the town of the local
 * workspace, and land and borders of the world. Nothing is asked of anybody.
 */

/** A map as SVG, with the length of its bar of scale. */
export interface DrawnMap {
  svg: string;
  /** `500 m`; how far it reaches in parts of the map's width. */
  scale: { label: string; share: number };
}

interface Shape {
  kind: string;
  closed: boolean;
  line: readonly Position[];
  west: number;
  south: number;
  east: number;
  north: number;
}

const COLOURS = {
  sea: '#dbe6ea',
  land: '#f6f5f0',
  border: '#b9b4a5',
  industrial: '#eae7e0',
  park: '#e0e9d8',
  water: '#cfdfe6',
  mark: '#0a6a74',
} as const;
/** Casing and surface of streets, with their widths in units of the frame. */
const STREETS: Readonly<Record<string, { case: string; fill: string; width: number }>> = {
  street: { case: '#dedbd1', fill: '#ffffff', width: 4.5 },
  arterial: { case: '#c2bcab', fill: '#fffdf6', width: 7 },
  motorway: { case: '#b5a884', fill: '#f3e9d2', width: 9 },
};

/** Units of the drawing; its width stands for `widthM` metres on the ground. */
const FRAME = 680;
const TOWN_WIDTH_M = 2_600;
const WORLD_WIDTH_M = 900_000;
const METRES_PER_DEGREE = 111_320;

function shapeOf(kind: string, closed: boolean, line: readonly Position[]): Shape {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng = 0, lat = 0] of line) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { kind, closed, line, west, south, east, north };
}

function shapesOf(kind: string, geometry: Geometry): Shape[] {
  switch (geometry.type) {
    case 'Polygon':
      return geometry.coordinates.map((ring) => shapeOf(kind, true, ring));
    case 'MultiPolygon':
      return geometry.coordinates.flat().map((ring) => shapeOf(kind, true, ring));
    case 'LineString':
      return [shapeOf(kind, false, geometry.coordinates)];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => shapeOf(kind, false, line));
    default:
      return [];
  }
}

function worldShapes(): Shape[] {
  const file = new URL('../../../../node_modules/world-atlas/countries-50m.json', import.meta.url);
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{
    countries: GeometryCollection;
  }>;
  return feature(world, world.objects.countries).features.flatMap(({ geometry }) =>
    shapesOf('land', geometry),
  );
}

function townShapes(geojson: string | null): Shape[] {
  if (geojson === null) return [];
  try {
    const town = JSON.parse(geojson) as FeatureCollection;
    return town.features.flatMap(({ properties, geometry }) =>
      shapesOf(String(properties?.['kind']), geometry),
    );
  } catch {
    return [];
  }
}

type Point = readonly [number, number];

/** The part of a ring or a line inside a box around the frame, cut edge by edge. */
function clipped(points: readonly Point[], height: number): Point[] {
  const margin = 20;
  const edges: readonly ((point: Point) => number)[] = [
    ([x]) => x + margin,
    ([x]) => FRAME + margin - x,
    ([, y]) => y + margin,
    ([, y]) => height + margin - y,
  ];
  let rest = [...points];
  for (const inside of edges) {
    const next: Point[] = [];
    rest.forEach((point, at) => {
      const before = rest.at(at - 1) ?? point;
      const [here, there] = [inside(point), inside(before)];
      if (here >= 0 !== there >= 0) {
        const share = there / (there - here);
        next.push([
          before[0] + (point[0] - before[0]) * share,
          before[1] + (point[1] - before[1]) * share,
        ]);
      }
      if (here >= 0) next.push(point);
    });
    rest = next;
  }
  return rest;
}

const part = (value: number): string => String(Math.round(value * 10) / 10);

function pathOf(points: readonly Point[], closed: boolean): string {
  let previous = '';
  let path = '';
  for (const [x, y] of points) {
    const at = `${part(x)} ${part(y)}`;
    if (at === previous) continue;
    path += `${path === '' ? 'M' : 'L'}${at}`;
    previous = at;
  }
  return closed ? `${path}Z` : path;
}

/** A round length between a tenth and a quarter of the width. */
function scaleOf(widthM: number): DrawnMap['scale'] {
  const most = widthM / 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((factor) => factor * power).find((each) => each <= most) ?? power;
  const label = length >= 1000 ? `${length / 1000} km` : `${length} m`;
  return { label, share: length / widthM };
}

/** Draws places on the ground; the drawings of one place are made once. */
export class GroundDrawer {
  readonly #town: Shape[];
  #world: Shape[] | null = null;
  readonly #drawn = new Map<string, DrawnMap>();

  /** @param townGeoJson the town of the local workspace; null where there is none */
  constructor(townGeoJson: string | null) {
    this.#town = townShapes(townGeoJson);
  }

  /**
   * A map around a place, with a mark in its middle.
   *
   * @param aspect height of the map in parts of its width
   */
  draw(lat: number, lng: number, aspect: number): DrawnMap {
    const key = `${lat.toFixed(4)} ${lng.toFixed(4)} ${aspect}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    if (this.#drawn.size > 200) this.#drawn.clear();
    const drawn = this.#draw(lat, lng, aspect);
    this.#drawn.set(key, drawn);
    return drawn;
  }

  #draw(lat: number, lng: number, aspect: number): DrawnMap {
    const height = Math.round(FRAME * aspect);
    const reach = (widthM: number): { dLat: number; dLng: number } => ({
      dLat: ((widthM / 2) * aspect) / METRES_PER_DEGREE,
      dLng: widthM / 2 / (METRES_PER_DEGREE * Math.max(0.05, Math.cos((lat * Math.PI) / 180))),
    });
    const near = (shapes: readonly Shape[], widthM: number): Shape[] => {
      const { dLat, dLng } = reach(widthM);
      return shapes.filter(
        ({ west, east, south, north }) =>
          west <= lng + dLng && east >= lng - dLng && south <= lat + dLat && north >= lat - dLat,
      );
    };
    const town = near(this.#town, TOWN_WIDTH_M);
    const widthM = town.length > 0 ? TOWN_WIDTH_M : WORLD_WIDTH_M;
    const shapes = town.length > 0 ? town : near((this.#world ??= worldShapes()), widthM);
    const { dLat, dLng } = reach(widthM);
    const project = ([atLng = 0, atLat = 0]: Position): Point => [
      ((atLng - lng) / dLng + 1) * (FRAME / 2),
      ((lat - atLat) / dLat + 1) * (height / 2),
    ];
    const body =
      town.length > 0 ? townBody(shapes, project, height) : worldBody(shapes, project, height);
    const ground = town.length > 0 ? COLOURS.land : COLOURS.sea;
    const [x, y] = [FRAME / 2, height / 2];
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME} ${height}" width="${FRAME}" height="${height}">` +
      `<rect width="${FRAME}" height="${height}" fill="${ground}"/>${body}` +
      `<circle cx="${x}" cy="${y}" r="26" fill="${COLOURS.mark}" fill-opacity="0.16"/>` +
      `<path d="M${x} ${y}C${x - 5} ${y - 12} ${x - 14} ${y - 18} ${x - 14} ${y - 29}A14 14 0 0 1 ${x + 14} ${y - 29}C${x + 14} ${y - 18} ${x + 5} ${y - 12} ${x} ${y}Z" fill="${COLOURS.mark}" stroke="#ffffff" stroke-width="2.5"/>` +
      `<circle cx="${x}" cy="${y - 29}" r="5.2" fill="#ffffff"/></svg>`;
    return { svg, scale: scaleOf(widthM) };
  }
}

type Project = (position: Position) => Point;

function townBody(shapes: readonly Shape[], project: Project, height: number): string {
  let out = '';
  for (const kind of ['industrial', 'park', 'water'] as const) {
    for (const shape of shapes) {
      if (shape.kind !== kind || !shape.closed) continue;
      const points = clipped(shape.line.map(project), height);
      if (points.length > 2) out += `<path d="${pathOf(points, true)}" fill="${COLOURS[kind]}"/>`;
    }
  }
  for (const layer of ['case', 'fill'] as const) {
    for (const [kind, style] of Object.entries(STREETS)) {
      const lines = shapes
        .filter((shape) => shape.kind === kind)
        .map((shape) => pathOf(shape.line.map(project), false));
      if (lines.length === 0) continue;
      const width = layer === 'case' ? style.width + 2 : style.width;
      out += `<path d="${lines.join('')}" fill="none" stroke="${style[layer]}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
    }
  }
  return out;
}

function worldBody(shapes: readonly Shape[], project: Project, height: number): string {
  const rings = shapes
    .map((shape) => clipped(shape.line.map(project), height))
    .filter((points) => points.length > 2)
    .map((points) => pathOf(points, true));
  if (rings.length === 0) return '';
  return `<path d="${rings.join('')}" fill="${COLOURS.land}" fill-rule="evenodd" stroke="${COLOURS.border}" stroke-width="1.4" stroke-linejoin="round"/>`;
}
