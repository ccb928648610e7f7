import type { Feature, FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import { areaBounds, areaGeoJson } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { centreOf, toGeoJsonPosition, toMercator } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import type { Palette } from '../palette.ts';
import { cornersOf } from '../snap.ts';
import { AREA_NAMES_FROM_ZOOM, AREA_NAME_EMS, AREA_NAME_PX, coveredNames } from './areaNames.ts';
import type { AreaName } from './areaNames.ts';
import type { Taken } from './labels.ts';
import { repaint } from './repaint.ts';
import type { View } from './view.ts';

/** An area as the map draws it. */
export interface DrawnArea {
  readonly id: string;
  readonly name: string;
  /** CSS hex colour, or null for the map's own. */
  readonly colour: string | null;
  readonly shape: AreaShape;
  /** Ids of the groups that it belongs to. */
  readonly groups: readonly string[];
}

const SOURCE = 'areas';
const LABELS = 'area-labels';
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };
/** Letters of a name that the map has room for; what is longer would lie across the whole of it. */
const NAME_LETTERS = 48;
const HEX = /^#[0-9a-f]{6}$/i;

/** Puts layers below names, so that streets and districts stay readable. */
const BELOW = 'town-street-name';

function layers(palette: Palette, selectedId: string | null): LayerSpecification[] {
  const selected: ExpressionSpecification = ['==', ['get', 'id'], selectedId ?? ''];
  const colour: ExpressionSpecification = ['coalesce', ['get', 'colour'], palette.area];
  return [
    {
      id: 'area-fill',
      type: 'fill',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: {
        'fill-color': colour,
        'fill-opacity': ['case', selected, 0.24, 0.1],
      },
    },
    {
      id: 'area-edge',
      type: 'line',
      source: SOURCE,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colour,
        'line-width': ['case', selected, 3, 1.25],
        'line-opacity': ['case', selected, 1, 0.75],
      },
    },
    {
      id: 'area-label',
      type: 'symbol',
      source: LABELS,
      minzoom: AREA_NAMES_FROM_ZOOM,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Inter Variable', 'Inter', 'sans-serif'],
        'text-size': AREA_NAME_PX,
        'text-max-width': AREA_NAME_EMS,
        'text-padding': 8,
      },
      paint: {
        'text-color': palette.text,
        'text-opacity': ['case', ['boolean', ['feature-state', 'covered'], false], 0, 0.85],
        'text-halo-color': palette.ground.halo,
        'text-halo-width': 1.6,
      },
    },
  ];
}

/** Where the name stands: on a line in its middle, else in the middle of the surface. */
function labelPlace(shape: AreaShape): LatLng | undefined {
  if (shape.type === 'polyline') return shape.line[Math.floor(shape.line.length / 2)];
  const box = areaBounds(shape);
  return box === undefined ? undefined : centreOf(box);
}

/** A name as it stands on the map, cut where it is too long. */
function shortName(name: string): string {
  if (name.length <= NAME_LETTERS) return name;
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  if (letters.length <= NAME_LETTERS) return name;
  const begin = letters.slice(0, NAME_LETTERS - 1).join('');
  return `${begin.trimEnd()}…`;
}

/** Areas: a tinted surface, an edge in their own colour, and a name. */
export class AreaLayer {
  readonly #map: MapLibre;
  #palette: Palette;
  #selectedId: string | null = null;
  #drawn: readonly DrawnArea[] = [];
  #names: readonly AreaName[] = [];
  /** Areas whose names are hidden now. */
  #covered: ReadonlySet<string> = new Set();

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map;
    this.#palette = palette;
    map.addSource(SOURCE, { type: 'geojson', data: EMPTY, tolerance: 0.2 });
    map.addSource(LABELS, { type: 'geojson', data: EMPTY, promoteId: 'id' });
    for (const layer of layers(palette, null)) {
      map.addLayer(layer, layer.type === 'symbol' ? undefined : BELOW);
    }
  }

  /** Corners of those that are drawn. */
  get corners(): readonly LatLng[] {
    return this.#drawn.flatMap(({ shape }) => cornersOf(shape));
  }

  setAreas(areas: readonly DrawnArea[]): void {
    this.#drawn = areas;
    const shapes: Feature[] = [];
    const labels: Feature[] = [];
    const names: AreaName[] = [];
    const measure = new OffscreenCanvas(1, 1).getContext('2d');
    if (measure !== null) {
      measure.font = `${AREA_NAME_PX}px ${getComputedStyle(this.#map.getContainer()).fontFamily}`;
    }
    for (const { id, name, colour, shape } of areas) {
      const own = colour !== null && HEX.test(colour) ? { colour } : {};
      shapes.push({ type: 'Feature', properties: { id, ...own }, geometry: areaGeoJson(shape) });
      const at = labelPlace(shape);
      if (at === undefined) continue;
      const coordinates = toGeoJsonPosition(at);
      const short = shortName(name);
      const widthPx = measure?.measureText(short).width ?? 0;
      names.push({ id, ...toMercator(at), widthPx });
      labels.push({
        type: 'Feature',
        properties: { id, name: short },
        geometry: { type: 'Point', coordinates },
      });
    }
    this.#names = names;
    void this.#map
      .getSource<GeoJSONSource>(SOURCE)
      ?.setData({ type: 'FeatureCollection', features: shapes });
    void this.#map
      .getSource<GeoJSONSource>(LABELS)
      ?.setData({ type: 'FeatureCollection', features: labels });
  }

  /** Hides the names that would lie over what is taken: marks and their names come before them. */
  yieldTo(taken: Taken, view: View): void {
    const covered = coveredNames(this.#names, view, taken);
    for (const id of new Set([...this.#covered, ...covered])) {
      const isCovered = covered.has(id);
      if (isCovered === this.#covered.has(id)) continue;
      this.#map.setFeatureState({ source: LABELS, id }, { covered: isCovered });
    }
    this.#covered = covered;
  }

  setSelected(id: string | null): void {
    this.#selectedId = id;
    this.#repaint();
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.#repaint();
  }

  /** Ids of the areas under a pixel, the topmost first. */
  pick(x: number, y: number): string[] {
    const reach = 4;
    const found = this.#map.queryRenderedFeatures(
      [
        [x - reach, y - reach],
        [x + reach, y + reach],
      ],
      { layers: ['area-fill', 'area-edge'] },
    );
    const ids = found.map((feature): unknown => feature.properties['id']);
    return [...new Set(ids.filter((id) => typeof id === 'string'))];
  }

  #repaint(): void {
    repaint(this.#map, layers(this.#palette, this.#selectedId));
  }
}
