import type { Feature } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { toGeoJsonPosition } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import type { Palette } from '../palette.ts';
import { repaint } from './repaint.ts';

const SOURCE = 'ruler';

function layers({ accent, halo, surface }: Palette): LayerSpecification[] {
  const line = { source: SOURCE, type: 'line' } as const;
  return [
    {
      ...{ ...line, id: 'ruler-case', filter: ['==', ['geometry-type'], 'LineString'] },
      paint: { 'line-color': halo, 'line-width': 6, 'line-opacity': 0.85 },
    },
    {
      ...{ ...line, id: 'ruler-line', filter: ['==', ['get', 'is'], 'line'] },
      paint: { 'line-color': accent, 'line-width': 2.5 },
    },
    {
      ...{ ...line, id: 'ruler-next', filter: ['==', ['get', 'is'], 'next'] },
      paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'ruler-points',
      type: 'circle',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 4.5,
        'circle-color': surface,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.5,
      },
    },
  ];
}

/** The line that is measured, with its points and the way to where the mouse is. */
export class RulerLayer {
  readonly #map: MapLibre;

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map;
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    for (const layer of layers(palette)) map.addLayer(layer);
  }

  /** @param next where the mouse is; null where it is elsewhere */
  draw(points: readonly LatLng[], next: LatLng | null): void {
    const line = (is: 'line' | 'next', through: readonly LatLng[]): Feature[] =>
      through.length < 2
        ? []
        : [
            {
              type: 'Feature',
              properties: { is },
              geometry: {
                type: 'LineString',
                coordinates: through.map((p) => toGeoJsonPosition(p)),
              },
            },
          ];
    const features = [
      ...line('line', points),
      ...(next === null ? [] : line('next', [...points.slice(-1), next])),
      ...points.map((point): Feature => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: toGeoJsonPosition(point) },
      })),
    ];
    void this.#map
      .getSource<GeoJSONSource>(SOURCE)
      ?.setData({ type: 'FeatureCollection', features });
  }

  setPalette(palette: Palette): void {
    repaint(this.#map, layers(palette));
  }

  remove(): void {
    for (const id of ['ruler-points', 'ruler-next', 'ruler-line', 'ruler-case']) {
      if (this.#map.getLayer(id) !== undefined) this.#map.removeLayer(id);
    }
    if (this.#map.getSource(SOURCE) !== undefined) this.#map.removeSource(SOURCE);
  }
}
