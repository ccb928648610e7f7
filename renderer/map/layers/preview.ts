import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import { areaGeoJson } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';

/** A shape that is not there yet, or no longer. */
export interface PreviewShape {
  readonly shape: AreaShape;
  readonly is: 'new' | 'changed' | 'before';
}

const SOURCE = 'preview';
const LAYERS = ['preview-fill', 'preview-edge', 'preview-before'] as const;

/** Shapes over everything else on a map, in the desk's colours, until they are taken away. */
export interface Preview {
  show(shapes: readonly PreviewShape[]): void;
  stop(): void;
}

export function startPreview(map: MapLibre): Preview {
  const style = getComputedStyle(map.getContainer());
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const colour = {
    new: token('--state-waiting'),
    changed: token('--accent'),
    before: token('--text-2'),
  };
  const isNew: ExpressionSpecification = ['==', ['get', 'is'], 'new'];
  const by: ExpressionSpecification = ['case', isNew, colour.new, colour.changed];
  const layers: LayerSpecification[] = [
    {
      id: LAYERS[0],
      type: 'fill',
      source: SOURCE,
      filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['!=', ['get', 'is'], 'before']],
      paint: { 'fill-color': by, 'fill-opacity': 0.22 },
    },
    {
      id: LAYERS[1],
      type: 'line',
      source: SOURCE,
      filter: ['!=', ['get', 'is'], 'before'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': by, 'line-width': 2.5 },
    },
    {
      id: LAYERS[2],
      type: 'line',
      source: SOURCE,
      filter: ['==', ['get', 'is'], 'before'],
      paint: { 'line-color': colour.before, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
  ];
  map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  for (const layer of layers) map.addLayer(layer);
  return {
    show(shapes) {
      const data: FeatureCollection = {
        type: 'FeatureCollection',
        features: shapes.map(({ shape, is }) => ({
          type: 'Feature',
          properties: { is },
          geometry: areaGeoJson(shape),
        })),
      };
      void map.getSource<GeoJSONSource>(SOURCE)?.setData(data);
    },
    stop() {
      // The map itself may have gone before.
      if (map.getSource(SOURCE) === undefined) return;
      for (const id of LAYERS) if (map.getLayer(id) !== undefined) map.removeLayer(id);
      map.removeSource(SOURCE);
    },
  };
}
