import { readFileSync } from 'node:fs';
import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { fromGeoJsonPosition, isInRing } from '../../../../shared/rules/geo.ts';
import {
  FRAME,
  groundShape,
  type GroundShape,
  placeMark,
  PlaceView,
  shapesOf,
  STREET_WIDTHS,
  SURFACES,
  TOWN_WIDTH_M,
  WORLD_WIDTH_M,
} from '../../../../shared/rules/placeMap.ts';

/**
 * Small drawn maps of the ground that the desk has without a network: the town of the local
 * workspace, and land and borders of the world. Nothing is asked of anybody.
 */

/** How many maps a document has at most. */
export const MOST_MAPS = 6;
/** Heights of maps in parts of their widths: as wide as the page, and beside a question. */
export const WIDE_MAP = 0.235;
export const SMALL_MAP = 0.5;

/** An area of the mirror around a place. */
export interface AreaOnMap {
  name: string;
  /** Longitudes and latitudes of its corners. */
  ring: readonly (readonly number[])[];
}

/** A map as SVG, with the length of its bar of scale. */
export interface DrawnMap {
  svg: string;
  /** The areas that the place lies in, by their names. */
  within: string[];
  /** `500 m`; how far it reaches in parts of the map's width. */
  scale: { label: string; share: number };
}

const COLOURS = {
  sea: '#dbe6ea',
  land: '#f6f5f0',
  border: '#b9b4a5',
  industrial: '#eae7e0',
  park: '#e0e9d8',
  water: '#cfdfe6',
  area: '#2a5ea8',
  mark: '#0a6a74',
} as const;
/** Casing and surface of streets. */
const STREETS: Readonly<Record<string, { case: string; fill: string }>> = {
  street: { case: '#dedbd1', fill: '#ffffff' },
  arterial: { case: '#c2bcab', fill: '#fffdf6' },
  motorway: { case: '#b5a884', fill: '#f3e9d2' },
};

function worldShapes(): GroundShape[] {
  const file = new URL('../../../../node_modules/world-atlas/countries-50m.json', import.meta.url);
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{
    countries: GeometryCollection;
  }>;
  return feature(world, world.objects.countries).features.flatMap(({ geometry }) =>
    shapesOf('land', geometry),
  );
}

function townShapes(geojson: string | null): GroundShape[] {
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

const lengthLabel = (lengthM: number): string =>
  lengthM >= 1000 ? `${lengthM / 1000} km` : `${lengthM} m`;

/** Draws places on the ground; the drawings of one place are made once. */
export class GroundDrawer {
  readonly #town: GroundShape[];
  #world: GroundShape[] | null = null;
  readonly #drawn = new Map<string, DrawnMap>();

  /** @param townGeoJson the town of the local workspace; null where there is none */
  constructor(townGeoJson: string | null) {
    this.#town = townShapes(townGeoJson);
  }

  /**
   * A map around a place, with a mark in its middle.
   *
   * @param aspect height of the map in parts of its width
   * @param areas those of the mirror that may be in sight
   */
  draw(lat: number, lng: number, aspect: number, areas: readonly AreaOnMap[] = []): DrawnMap {
    if (areas.length > 0) return this.#draw(lat, lng, aspect, areas);
    const key = `${lat.toFixed(4)} ${lng.toFixed(4)} ${aspect}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    if (this.#drawn.size > 200) this.#drawn.clear();
    const drawn = this.#draw(lat, lng, aspect, areas);
    this.#drawn.set(key, drawn);
    return drawn;
  }

  #draw(lat: number, lng: number, aspect: number, areas: readonly AreaOnMap[]): DrawnMap {
    const close = new PlaceView(lat, lng, TOWN_WIDTH_M, aspect);
    const town = close.near(this.#town);
    const paths = areas.map(({ ring }) => close.surface(groundShape('area', true, ring)));
    const inSight = paths.filter((path) => path !== '');
    // Areas tell more of a place than the outline of its country does.
    const isClose = town.length > 0 || inSight.length > 0;
    const view = isClose ? close : new PlaceView(lat, lng, WORLD_WIDTH_M, aspect);
    const body = isClose
      ? townBody(town, view) + areasBody(inSight)
      : worldBody(view.near((this.#world ??= worldShapes())), view);
    const within = areas
      .filter(({ ring }) => isInRing({ lat, lng }, ring.map(fromGeoJsonPosition)))
      .map(({ name }) => name);
    const { height, scale } = view;
    const { path, eye, foot } = placeMark(height);
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME} ${height}" width="${FRAME}" height="${height}">` +
      `<rect width="${FRAME}" height="${height}" fill="${isClose ? COLOURS.land : COLOURS.sea}"/>${body}` +
      `<circle cx="${foot[0]}" cy="${foot[1]}" r="9" fill="${COLOURS.mark}" fill-opacity="0.16"/>` +
      `<path d="${path}" fill="${COLOURS.mark}" stroke="#ffffff" stroke-width="2.5"/>` +
      `<circle cx="${eye[0]}" cy="${eye[1]}" r="5.2" fill="#ffffff"/></svg>`;
    return { svg, within, scale: { label: lengthLabel(scale.lengthM), share: scale.share } };
  }
}

function areasBody(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  return `<path d="${paths.join('')}" fill="${COLOURS.area}" fill-opacity="0.1" stroke="${COLOURS.area}" stroke-width="1.8" stroke-linejoin="round"/>`;
}

function townBody(shapes: readonly GroundShape[], view: PlaceView): string {
  let out = '';
  for (const kind of SURFACES) {
    for (const shape of shapes) {
      const path = shape.kind === kind && shape.closed ? view.surface(shape) : '';
      if (path !== '') out += `<path d="${path}" fill="${COLOURS[kind]}"/>`;
    }
  }
  for (const layer of ['case', 'fill'] as const) {
    for (const [kind, style] of Object.entries(STREETS)) {
      const lines = shapes.filter((shape) => shape.kind === kind).map((shape) => view.line(shape));
      if (lines.length === 0) continue;
      const width = (STREET_WIDTHS[kind] ?? 0) + (layer === 'case' ? 2 : 0);
      out += `<path d="${lines.join('')}" fill="none" stroke="${style[layer]}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
    }
  }
  return out;
}

function worldBody(shapes: readonly GroundShape[], view: PlaceView): string {
  const rings = shapes.map((shape) => view.surface(shape)).join('');
  if (rings === '') return '';
  return `<path d="${rings}" fill="${COLOURS.land}" fill-rule="evenodd" stroke="${COLOURS.border}" stroke-width="1.4" stroke-linejoin="round"/>`;
}
