import type { FeatureCollection } from 'geojson';
import { areaRing, areaShape } from '../../shared/rules/areaShape.ts';
import { toGeoJsonPosition } from '../../shared/rules/geo.ts';
import {
  groundShape,
  type GroundShape,
  PlaceView,
  shapesOf,
  STREET_WIDTHS,
  SURFACES,
  TOWN_WIDTH_M,
  WORLD_WIDTH_M,
} from '../../shared/rules/placeMap.ts';
import { call } from '../bridge.ts';
import type { Ground } from '../map/palette.ts';
import { loadWorld } from '../map/world.ts';
import { fieldsOfRow, textAt } from '../state/record.ts';
import { whose } from '../state/whose.svelte.ts';

/** What a small map of a place shows: the ground that is built in, and the areas of the mirror. */

/** More areas than these would hide the ground. */
const MOST_AREAS = 30;
const ASPECT = 0.5;

export interface GroundPath {
  d: string;
  fill: keyof Ground | null;
  stroke: keyof Ground | null;
  width: number;
}

export interface DrawnPlace {
  view: PlaceView;
  ground: keyof Ground;
  paths: GroundPath[];
  areas: { id: string; name: string; d: string }[];
}

async function readTown(): Promise<GroundShape[]> {
  const read = await call('desk.basemap', {});
  if (!read.ok) throw new Error(read.error.code);
  if (read.value.geojson === null) return [];
  const { features } = JSON.parse(read.value.geojson) as FeatureCollection;
  return features.flatMap(({ properties, geometry }) =>
    shapesOf(String(properties?.['kind']), geometry),
  );
}

async function readWorld(): Promise<GroundShape[]> {
  const { land, borders } = await loadWorld('fine');
  return [
    ...land.features.flatMap(({ geometry }) => shapesOf('land', geometry)),
    ...shapesOf('border', borders),
  ];
}

/**
 * Reads once what the maps of an account stand on; what failed may be tried again by the next one.
 */
function once(read: () => Promise<GroundShape[]>): (of: string | null) => Promise<GroundShape[]> {
  let known: { of: string | null; shapes: Promise<GroundShape[]> } | null = null;
  return (of) => {
    if (known?.of === of) return known.shapes;
    const fresh = { of, shapes: read() };
    known = fresh;
    fresh.shapes.catch(() => {
      if (known === fresh) known = null;
    });
    return fresh.shapes;
  };
}
const townOf = once(readTown);
/** The same for every account. */
const worldOf = once(readWorld);

async function areasIn(view: PlaceView): Promise<DrawnPlace['areas']> {
  const read = await call('records.window', {
    view: { entity: 'area', within: view.box },
    offset: 0,
    limit: MOST_AREAS,
  });
  if (!read.ok) return [];
  return read.value.rows.flatMap((row) => {
    const fields = fieldsOfRow(row);
    const shape = areaShape({
      type: fields.get('type'),
      coordinates: fields.get('coordinates'),
      radius: fields.get('radius'),
    });
    const ring = shape === undefined ? undefined : areaRing(shape);
    if (ring === undefined) return [];
    const line = ring.map((corner) => toGeoJsonPosition(corner));
    const d = view.surface(groundShape('area', true, line));
    return d === '' ? [] : [{ id: row.id, name: textAt(fields, 'name') ?? row.id, d }];
  });
}

function townPaths(shapes: readonly GroundShape[], view: PlaceView): GroundPath[] {
  const surfaces = SURFACES.flatMap((kind) =>
    shapes
      .filter((shape) => shape.kind === kind && shape.closed)
      .map((shape) => ({ d: view.surface(shape), fill: kind, stroke: null, width: 0 }))
      .filter(({ d }) => d !== ''),
  );
  const streets = (['street', 'arterial', 'motorway'] as const).map((kind) => ({
    kind,
    d: shapes
      .filter((shape) => shape.kind === kind)
      .map((shape) => view.line(shape))
      .join(''),
  }));
  const drawn = (casing: boolean): GroundPath[] =>
    streets
      .filter(({ d }) => d !== '')
      .map(({ kind, d }) => ({
        ...{ d, fill: null, stroke: casing ? (`${kind}Case` as const) : kind },
        width: (STREET_WIDTHS[kind] ?? 0) + (casing ? 2 : 0),
      }));
  return [...surfaces, ...drawn(true), ...drawn(false)];
}

function worldPaths(shapes: readonly GroundShape[], view: PlaceView): GroundPath[] {
  const of = (kind: string): GroundShape[] => shapes.filter((shape) => shape.kind === kind);
  const land = of('land')
    .map((shape) => view.surface(shape))
    .join('');
  const borders = of('border')
    .map((shape) => view.line(shape))
    .join('');
  return [
    { d: land, fill: 'land', stroke: 'coast', width: 1.4 },
    { d: borders, fill: null, stroke: 'border', width: 1.4 },
  ].filter(({ d }) => d !== '') as GroundPath[];
}

/** Draws a place on the closest ground that there is, out of what is on this computer alone. */
export async function drawPlace(lat: number, lng: number): Promise<DrawnPlace> {
  const close = new PlaceView(lat, lng, TOWN_WIDTH_M, ASPECT);
  const streets = close.near(await townOf(whose.id).catch(() => []));
  if (streets.length > 0) {
    const areas = await areasIn(close);
    return { view: close, ground: 'land', paths: townPaths(streets, close), areas };
  }
  // Areas tell more of a place than the outline of its country does.
  const areas = await areasIn(close);
  if (areas.length > 0) return { view: close, ground: 'land', paths: [], areas };
  const wide = new PlaceView(lat, lng, WORLD_WIDTH_M, ASPECT);
  return {
    view: wide,
    ground: 'sea',
    paths: worldPaths(wide.near(await worldOf(null)), wide),
    areas: [],
  };
}
