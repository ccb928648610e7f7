import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';

type Paint = Parameters<MapLibre['setPaintProperty']>;

/** Gives layers that are on the map the paint of these, and leaves everything else as it is. */
export function repaint(map: MapLibre, layers: readonly LayerSpecification[]): void {
  for (const layer of layers) {
    if (map.getLayer(layer.id) === undefined) continue;
    const paint: [string, unknown][] = Object.entries(layer.paint ?? {});
    // The pairs come from a typed layer; the compiler loses the tie between name and value.
    for (const [name, value] of paint) {
      map.setPaintProperty(layer.id, name as Paint[1], value as Paint[2]);
    }
  }
}
