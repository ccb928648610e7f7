import type { FeatureCollection, MultiLineString } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarseUrl from 'world-atlas/countries-110m.json?url';
import fineUrl from 'world-atlas/countries-50m.json?url';
import { coastOf, unwrapLand } from './coast.ts';

/** Land and borders of Natural Earth, bundled: the map needs no network for the outline of the world. */
export interface World {
  readonly land: FeatureCollection;
  readonly coast: MultiLineString;
  readonly borders: MultiLineString;
}

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

const loaded = new Map<string, Promise<World>>();

async function load(url: string): Promise<World> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The bundled outline of the world is missing: ${url}`);
  const atlas = (await response.json()) as Atlas;
  const land = unwrapLand(feature(atlas, atlas.objects.land));
  return {
    land,
    coast: coastOf(land),
    borders: mesh(atlas, atlas.objects.countries, (a, b) => a !== b),
  };
}

/** `coarse` (1:110 million) is for the whole world, `fine` (1:50 million) from a continent down. */
export function loadWorld(scale: 'coarse' | 'fine'): Promise<World> {
  const url = scale === 'coarse' ? coarseUrl : fineUrl;
  const known = loaded.get(url);
  if (known !== undefined) return known;
  const fresh = load(url);
  loaded.set(url, fresh);
  // A failed load may be tried again; the map shows its background meanwhile.
  fresh.catch(() => loaded.delete(url));
  return fresh;
}
