import { layers } from '@protomaps/basemaps';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { addressOf } from '../../state/ground.svelte.ts';
import type { GroundMap } from '../../state/ground.svelte.ts';
import type { Palette } from '../palette.ts';
import { flavourOf } from './flavour.ts';

/** Scheme of the addresses by which tiles are asked of the core. */
export const GROUND_SCHEME = 'waybill-ground';
export const GROUND_SOURCE = 'ground';
/** Names of layers that belong to the ground begin so. */
export const GROUND_PREFIX = 'ground-';

/** MapLibre draws no closer than this. */
const MOST_ZOOM = 22;

/**
 * Fonts are the machine's own and the desk's: there is no glyph server. The weight is read out of
 * the first name; a family of that name need not exist.
 */
const FONTS: Readonly<Record<string, string>> = {
  'Noto Sans Regular': 'Inter Variable',
  'Noto Sans Medium': 'Inter Medium,Inter Variable',
  'Noto Sans Italic': 'Inter Italic,Inter Variable',
  // Its glyphs are numbered by a server; the letters themselves are drawn here.
  'Noto Sans Devanagari Regular v1': 'Inter Variable',
};
const FALLBACK = ['Inter', 'sans-serif'];

/** Puts this desk's fonts and the plain names in the place of those that need a glyph server. */
function withOwnFonts(value: unknown): unknown {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOwnFonts(one)]));
  }
  const [first, second] = value as readonly unknown[];
  if (value.length === 1 && typeof first === 'string' && FONTS[first] !== undefined) {
    return [...FONTS[first].split(','), ...FALLBACK];
  }
  if ((first === 'get' || first === 'has') && typeof second === 'string') {
    return [first, second.replace(/^pgf:/, '')];
  }
  return value.map(withOwnFonts);
}

function vectorLayers(palette: Palette, language: string): LayerSpecification[] {
  return layers(GROUND_SOURCE, flavourOf(palette), { lang: language })
    .filter(({ type }) => type !== 'background')
    .map((layer) => {
      // The pieces are those of a typed layer; only fonts and names of fields differ.
      const own = withOwnFonts(layer) as LayerSpecification;
      return { ...own, id: GROUND_PREFIX + layer.id };
    });
}

/** A photograph is as bright as the day; under a dark desk it is dimmed. */
function pictureLayer({ theme, contrast }: Palette): LayerSpecification {
  const dim = theme === 'dark' && !contrast;
  return {
    id: `${GROUND_PREFIX}pictures`,
    type: 'raster',
    source: GROUND_SOURCE,
    paint: {
      'raster-fade-duration': 0,
      'raster-saturation': dim ? -0.35 : -0.15,
      'raster-brightness-max': dim ? 0.6 : 1,
    },
  };
}

/** The layers of a map; the same ones, by their ids, in every theme. */
export function groundLayers(
  { tiles }: Pick<GroundMap, 'tiles'>,
  palette: Palette,
  language: string,
): LayerSpecification[] {
  return tiles === 'vector' ? vectorLayers(palette, language) : [pictureLayer(palette)];
}

/** Where the tiles of a map come from: the core, never a server. */
export function groundSource(map: GroundMap): SourceSpecification {
  const { bounds, minZoom, maxZoom, tiles, encoding, tilePx } = map;
  const common = {
    tiles: [`${GROUND_SCHEME}://${addressOf(map)}/{z}/{x}/{y}`],
    bounds: [bounds.west, bounds.south, bounds.east, bounds.north] as [
      number,
      number,
      number,
      number,
    ],
    minzoom: minZoom,
    maxzoom: Math.min(maxZoom, MOST_ZOOM),
  };
  if (tiles === 'raster') return { type: 'raster', tileSize: tilePx, ...common };
  return { type: 'vector', ...(encoding === 'mlt' ? { encoding: 'mlt' } : {}), ...common };
}
