import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { addressOf } from '../../state/ground.svelte.ts';
import type { GroundMap } from '../../state/ground.svelte.ts';
import { repaint } from '../layers/repaint.ts';
import type { Palette } from '../palette.ts';
import { putIcons } from './icons.ts';
import { GROUND_PREFIX, GROUND_SOURCE, groundLayers, groundSource } from './style.ts';
import { serveTiles } from './tiles.ts';

/** A map's ground: above the built-in one, below all that stands on it. */
export interface GroundOn {
  /** Draws another map; null for the built-in ground alone. */
  show(map: GroundMap | null): void;
  setPalette(palette: Palette): void;
}

/** @param builtIn ids of the layers of the built-in ground */
export function groundOn(map: MapLibre, first: Palette, builtIn: ReadonlySet<string>): GroundOn {
  let palette = first;
  let shown: GroundMap | null = null;
  const language = document.documentElement.lang.split('-')[0] ?? 'en';
  const own = (layer: { id: string }): boolean => layer.id.startsWith(GROUND_PREFIX);

  const clear = (): void => {
    for (const layer of map.getStyle().layers.filter(own)) map.removeLayer(layer.id);
    if (map.getSource(GROUND_SOURCE) !== undefined) map.removeSource(GROUND_SOURCE);
  };
  const layers = (): LayerSpecification[] =>
    shown === null ? [] : groundLayers(shown, palette, language);

  return {
    show(next) {
      const same =
        next === null || shown === null ? next === shown : addressOf(next) === addressOf(shown);
      if (same) return;
      clear();
      shown = next;
      if (next === null) return;
      serveTiles();
      if (next.tiles === 'vector') putIcons(map, palette);
      map.addSource(GROUND_SOURCE, groundSource(next));
      const above = map.getStyle().layers.find(({ id }) => !builtIn.has(id))?.id;
      for (const layer of layers()) map.addLayer(layer, above);
    },
    setPalette(next) {
      palette = next;
      if (shown?.tiles === 'vector') putIcons(map, palette);
      repaint(map, layers());
    },
  };
}
