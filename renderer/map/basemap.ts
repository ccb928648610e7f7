import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { repaint } from './layers/repaint.ts';
import type { Palette } from './palette.ts';
import { loadWorld } from './world.ts';

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Zoom from which the finer outline of the world is drawn. */
const FINE_FROM = 3.5;

const kind = (...kinds: string[]): FilterSpecification => [
  'in',
  ['get', 'kind'],
  ['literal', kinds],
];

/** Grows between zooms by a factor, as streets do. */
const grow = (...stops: [zoom: number, px: number][]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops.flat(),
];

/** Fonts are the machine's own: there is no glyph server, so these are CSS family names. */
const REGULAR = ['Inter Variable', 'Inter', 'sans-serif'];

function worldLayers({ ground }: Palette): LayerSpecification[] {
  const outline = (source: string, zooms: object): LayerSpecification[] => [
    {
      id: `${source}-land`,
      type: 'fill',
      source: `${source}-land`,
      ...zooms,
      paint: { 'fill-color': ground.land },
    },
    {
      id: `${source}-coast`,
      type: 'line',
      source: `${source}-coast`,
      ...zooms,
      paint: { 'line-color': ground.coast, 'line-width': 1 },
    },
    {
      id: `${source}-borders`,
      type: 'line',
      source: `${source}-borders`,
      ...zooms,
      paint: {
        'line-color': ground.border,
        'line-width': grow([1, 0.5], [6, 1.1]),
        'line-dasharray': [4, 2],
      },
    },
  ];
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': ground.sea } },
    ...outline('coarse', { maxzoom: FINE_FROM }),
    ...outline('fine', { minzoom: FINE_FROM }),
  ];
}

interface Street {
  readonly name: string;
  readonly from: number;
  readonly px: [number, number][];
  readonly colour: string;
  readonly caseColour: string;
}

function streets({ ground }: Palette): readonly Street[] {
  return [
    {
      name: 'street',
      from: 11.5,
      px: [
        [11.5, 0.4],
        [14, 2.2],
        [17, 12],
        [20, 40],
      ],
      colour: ground.street,
      caseColour: ground.streetCase,
    },
    {
      name: 'arterial',
      from: 9,
      px: [
        [9, 0.6],
        [12, 1.8],
        [14, 4],
        [17, 18],
        [20, 60],
      ],
      colour: ground.arterial,
      caseColour: ground.arterialCase,
    },
    {
      name: 'motorway',
      from: 6,
      px: [
        [6, 0.6],
        [10, 2],
        [14, 6],
        [17, 24],
        [20, 80],
      ],
      colour: ground.motorway,
      caseColour: ground.motorwayCase,
    },
  ];
}

function townLayers(palette: Palette): LayerSpecification[] {
  const { ground } = palette;
  const surface = (name: 'industrial' | 'park' | 'water', colour: string): LayerSpecification => ({
    id: `town-${name}`,
    type: 'fill',
    source: 'town',
    filter: kind(name),
    minzoom: 8,
    paint: { 'fill-color': colour },
  });
  const line = (street: Street, casing: boolean): LayerSpecification => ({
    id: `town-${street.name}${casing ? '-case' : ''}`,
    type: 'line',
    source: 'town',
    filter: kind(street.name),
    minzoom: street.from,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': casing ? street.caseColour : street.colour,
      'line-width': grow(
        ...street.px.map(([zoom, px]): [number, number] => [zoom, casing ? px + 1.4 : px]),
      ),
    },
  });
  const classes = streets(palette);
  return [
    surface('industrial', ground.industrial),
    surface('park', ground.park),
    surface('water', ground.water),
    ...classes.map((street) => line(street, true)),
    ...classes.map((street) => line(street, false)),
    ...namesAlong(palette),
    ...namesAtPoints(palette),
  ];
}

/** How a name is written: from which zoom on, in what colour, how large. */
interface Lettering {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly minzoom: number;
  readonly maxzoom?: number;
  readonly colour: string;
  readonly size: ExpressionSpecification;
}

function lettered(
  { id, kinds, minzoom, maxzoom, colour, size }: Lettering,
  { ground }: Palette,
  layout: SymbolLayerSpecification['layout'],
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source: 'town',
    filter: kind(...kinds),
    minzoom,
    ...(maxzoom === undefined ? {} : { maxzoom }),
    layout: { 'text-field': ['get', 'name'], 'text-font': REGULAR, 'text-size': size, ...layout },
    paint: { 'text-color': colour, 'text-halo-color': ground.halo, 'text-halo-width': 1.4 },
  };
}

/** Names that follow a line. */
function namesAlong(palette: Palette): LayerSpecification[] {
  const { streetText, waterText } = palette.ground;
  const along = (lettering: Lettering, spacing: number): LayerSpecification =>
    lettered(lettering, palette, {
      'symbol-placement': 'line',
      'symbol-spacing': 420,
      'text-letter-spacing': spacing,
      'text-padding': 6,
    });
  return [
    along(
      {
        ...{ id: 'town-street-name', kinds: ['street'], minzoom: 14.5, colour: streetText },
        size: grow([14.5, 10], [18, 13]),
      },
      0.02,
    ),
    along(
      {
        ...{ id: 'town-arterial-name', kinds: ['arterial', 'motorway'], minzoom: 12.5 },
        ...{ colour: streetText, size: grow([12.5, 10], [18, 14]) },
      },
      0.02,
    ),
    along(
      {
        ...{ id: 'town-river-name', kinds: ['river'], minzoom: 11, colour: waterText },
        size: grow([11, 11], [16, 14]),
      },
      0.12,
    ),
  ];
}

/** Names that stand at a point. */
function namesAtPoints(palette: Palette): LayerSpecification[] {
  const colour = palette.ground.districtText;
  const atPoint = (
    id: string,
    of: string,
    [minzoom, maxzoom]: readonly [number, number],
    size: ExpressionSpecification,
    spaced = false,
  ): LayerSpecification =>
    lettered({ id, kinds: [of], minzoom, maxzoom, colour, size }, palette, {
      'text-max-width': 8,
      ...(spaced
        ? ({ 'text-letter-spacing': 0.1, 'text-transform': 'uppercase' } as const)
        : { 'text-letter-spacing': 0.01 }),
    });
  return [
    atPoint('town-water-name', 'water', [13, 24], grow([13, 10.5], [16, 12])),
    atPoint('town-park-name', 'park', [13.5, 24], grow([13.5, 10], [17, 12])),
    atPoint('town-district', 'district', [11.2, 15.5], grow([11, 10], [15, 13]), true),
    atPoint('town-name', 'place', [4, 11.2], grow([4, 11], [11, 17])),
  ];
}

function basemapLayers(palette: Palette): LayerSpecification[] {
  return [...worldLayers(palette), ...townLayers(palette)];
}

/** Ids of the layers of the built-in ground. */
export function basemapIds(palette: Palette): ReadonlySet<string> {
  return new Set(basemapLayers(palette).map(({ id }) => id));
}

/** The chart as a MapLibre style, its sources still empty. */
export function basemapStyle(palette: Palette): StyleSpecification {
  const source = { type: 'geojson', data: EMPTY, tolerance: 0.4 } as const;
  return {
    version: 8,
    sources: {
      'coarse-land': source,
      'coarse-coast': source,
      'coarse-borders': source,
      'fine-land': source,
      'fine-coast': source,
      'fine-borders': source,
      town: { ...source, tolerance: 0.25, maxzoom: 15 },
    },
    layers: basemapLayers(palette),
  };
}

/** Repaints the chart without touching sources or the layers of others. */
export function recolourBasemap(map: MapLibre, palette: Palette): void {
  repaint(map, basemapLayers(palette));
}

function setData(map: MapLibre, source: string, data: GeoJSON.GeoJSON): void {
  const found = map.getSource<GeoJSONSource>(source);
  void found?.setData(data);
}

/**
 * Fills the outline of the world, each scale when it is first in sight. Returns the function that
 * stops watching the zoom.
 */
export function fillWorld(map: MapLibre): () => void {
  const filled = new Set<string>();
  const fill = (): void => {
    const scale = map.getZoom() < FINE_FROM ? 'coarse' : 'fine';
    if (filled.has(scale)) return;
    filled.add(scale);
    loadWorld(scale).then(
      ({ land, coast, borders }) => {
        setData(map, `${scale}-land`, land);
        setData(map, `${scale}-coast`, { type: 'Feature', properties: {}, geometry: coast });
        setData(map, `${scale}-borders`, { type: 'Feature', properties: {}, geometry: borders });
      },
      () => filled.delete(scale),
    );
  };
  fill();
  map.on('zoomend', fill);
  return () => map.off('zoomend', fill);
}

/** Draws streets, water and names given as GeoJSON text; null takes them away. */
export function fillTown(map: MapLibre, geojson: string | null): void {
  setData(map, 'town', geojson === null ? EMPTY : (JSON.parse(geojson) as FeatureCollection));
}
