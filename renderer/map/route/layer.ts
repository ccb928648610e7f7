import type { Feature, FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import { toGeoJsonPosition } from '../../../shared/rules/geo.ts';
import type { Bounds, LatLng } from '../../../shared/rules/geo.ts';
import { thinned } from '../../../shared/rules/track.ts';
import type { Track } from '../../../shared/rules/track.ts';
import { repaint } from '../layers/repaint.ts';
import type { Palette } from '../palette.ts';
import { speedColour, stateColour, vehicleColour } from './colours.ts';
import type { ColourBy } from './colours.ts';
import { runsOf } from './runs.ts';
import type { Run } from './runs.ts';

/** A stop, as its page numbers it. */
export interface StopEntry {
  readonly key: string;
  readonly number: number;
  readonly at: LatLng;
  /** When it was and how long, in words. */
  readonly detail: string;
}

/** A place where a vehicle stood, as the map numbers it. */
export interface StopMark extends LatLng {
  /** Names it among all that are drawn. */
  readonly key: string;
  /** Its number, or the first of several with how many more there are. */
  readonly label: string;
  /** All stops there, in the order of time; none where it marks something else. */
  readonly stops: readonly StopEntry[];
}

const ROUTE = 'route';
const CHOSEN = 'route-chosen';
const STOPS = 'route-stops';
const ARROW = 'route-arrow';
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };
/** Puts lines below names, so that streets and districts stay readable. */
const BELOW = 'town-street-name';
/** Points of all tracks together that are drawn at once: more than a screen has across. */
const MOST_POINTS = 12_000;

const isGap: ExpressionSpecification = ['==', ['get', 'state'], 'gap'];
const isLine: ExpressionSpecification = ['!=', ['get', 'state'], 'gap'];

function lineLayers(palette: Palette): LayerSpecification[] {
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    {
      id: 'route-chosen',
      type: 'line',
      source: CHOSEN,
      layout: round,
      paint: { 'line-color': palette.accent, 'line-width': 14, 'line-opacity': 0.32 },
    },
    {
      id: 'route-case',
      type: 'line',
      source: ROUTE,
      filter: isLine,
      layout: round,
      paint: { 'line-color': palette.halo, 'line-width': 7, 'line-opacity': 0.9 },
    },
    {
      id: 'route-gap',
      type: 'line',
      source: ROUTE,
      filter: isGap,
      paint: {
        'line-color': palette.status.offline,
        'line-width': 2,
        'line-dasharray': [2, 2],
        'line-opacity': 0.9,
      },
    },
    {
      id: 'route-line',
      type: 'line',
      source: ROUTE,
      filter: isLine,
      layout: round,
      paint: { 'line-color': ['get', 'colour'], 'line-width': 4 },
    },
    {
      id: 'route-arrows',
      type: 'symbol',
      source: ROUTE,
      filter: ['==', ['get', 'state'], 'driving'],
      minzoom: 11,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 90,
        'icon-image': ARROW,
        'icon-rotation-alignment': 'map',
        'icon-padding': 12,
      },
    },
  ];
}

function stopLayers(palette: Palette, chosenKey: string | null): LayerSpecification[] {
  const chosen: ExpressionSpecification = ['==', ['get', 'key'], chosenKey ?? ''];
  return [
    {
      id: 'route-stop',
      type: 'circle',
      source: STOPS,
      paint: {
        'circle-radius': ['+', ['get', 'radius'], ['case', chosen, 3, 0]],
        'circle-color': ['case', chosen, palette.accent, palette.surface],
        'circle-stroke-color': ['case', chosen, palette.halo, palette.status.stopped],
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'route-stop-number',
      type: 'symbol',
      source: STOPS,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['Inter Variable', 'Inter', 'sans-serif'],
        'text-size': 11,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ['case', chosen, palette.surface, palette.text] },
    },
  ];
}

function layers(palette: Palette, chosenKey: string | null): LayerSpecification[] {
  return [...lineLayers(palette), ...stopLayers(palette, chosenKey)];
}

/** Of the circle around a label, in CSS pixels. */
function radiusOf({ length }: string): number {
  return length <= 2 ? 9 : length <= 4 ? 13 : 16;
}

/** A chevron that points along its line, light inside a dark edge, so that it reads on any colour. */
function arrowImage(): ImageData | null {
  const size = 24;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const stroke = (width: number, colour: string): void => {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.beginPath();
    context.moveTo(9, 6);
    context.lineTo(16, 12);
    context.lineTo(9, 18);
    context.stroke();
  };
  context.lineJoin = 'round';
  context.lineCap = 'round';
  stroke(7, 'rgb(20 28 32 / 85%)');
  stroke(3, 'white');
  return context.getImageData(0, 0, size, size);
}

/** Lines of one colour and state together: a route has thousands of runs and few kinds of them. */
function grouped(runs: readonly { run: Run; colour: string }[]): Feature[] {
  const byKind = new Map<string, { colour: string; state: string; lines: [number, number][][] }>();
  for (const { run, colour } of runs) {
    const kind = `${run.state} ${colour}`;
    const group = byKind.get(kind) ?? { colour, state: run.state, lines: [] };
    byKind.set(kind, group);
    group.lines.push(run.line.map((at) => toGeoJsonPosition(at)));
  }
  return [...byKind.values()].map(({ colour, state, lines }) => ({
    type: 'Feature',
    properties: { colour, state },
    geometry: { type: 'MultiLineString', coordinates: lines },
  }));
}

/** Routes on the map: lines in colours with their direction, gaps dashed, stops numbered. */
export class RouteLayer {
  readonly #map: MapLibre;
  #palette: Palette;
  #chosenKey: string | null = null;

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map;
    this.#palette = palette;
    for (const source of [ROUTE, CHOSEN, STOPS]) {
      map.addSource(source, { type: 'geojson', data: EMPTY, tolerance: 0.2 });
    }
    const image = arrowImage();
    if (image !== null) map.addImage(ARROW, image, { pixelRatio: 2 });
    for (const layer of layers(palette, null)) {
      map.addLayer(layer, layer.type === 'line' ? BELOW : undefined);
    }
  }

  /**
   * Draws what is in sight; where that is more than can be seen apart, every n-th point of it.
   *
   * @param sight null for all of it
   */
  draw(tracks: readonly Track[], by: ColourBy, sight: Bounds | null): void {
    const most = Math.floor(MOST_POINTS / Math.max(1, tracks.length));
    const runs = tracks.flatMap((track, index) =>
      runsOf(track, thinned(track, sight, most)).map((run) => ({
        run,
        colour: this.#colourOf(run, by, index),
      })),
    );
    this.#put(ROUTE, grouped(runs));
  }

  #colourOf(run: Run, by: ColourBy, index: number): string {
    if (by === 'vehicle') return vehicleColour(index);
    if (by === 'speed' && run.state === 'driving') return speedColour(run.speed);
    return stateColour(run.state, this.#palette);
  }

  /** Sets off one stretch of a track; null for none. */
  choose(line: readonly LatLng[] | null, stopKey: string | null): void {
    const features: Feature[] =
      line === null || line.length < 2
        ? []
        : [
            {
              type: 'Feature',
              properties: {},
              geometry: {
                type: 'LineString',
                coordinates: line.map((at) => toGeoJsonPosition(at)),
              },
            },
          ];
    this.#put(CHOSEN, features);
    this.#chosenKey = stopKey;
    repaint(this.#map, layers(this.#palette, this.#chosenKey));
  }

  setStops(stops: readonly StopMark[]): void {
    this.#put(
      STOPS,
      stops.map((stop) => ({
        type: 'Feature',
        properties: { key: stop.key, label: stop.label, radius: radiusOf(stop.label) },
        geometry: { type: 'Point', coordinates: toGeoJsonPosition(stop) },
      })),
    );
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    repaint(this.#map, layers(palette, this.#chosenKey));
  }

  /** The key of the stop under a pixel, the topmost. */
  stopAt(x: number, y: number): string | null {
    const [found] = this.#map.queryRenderedFeatures([x, y], { layers: ['route-stop'] });
    const key: unknown = found?.properties['key'];
    return typeof key === 'string' ? key : null;
  }

  /** Whether a line runs within a few pixels. */
  isOnRoute(x: number, y: number): boolean {
    const reach = 6;
    const box: [[number, number], [number, number]] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ];
    return this.#map.queryRenderedFeatures(box, { layers: ['route-line', 'route-gap'] }).length > 0;
  }

  #put(source: string, features: Feature[]): void {
    void this.#map
      .getSource<GeoJSONSource>(source)
      ?.setData({ type: 'FeatureCollection', features });
  }
}
