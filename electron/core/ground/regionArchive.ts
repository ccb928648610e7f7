import type { Addressed } from './fetched.ts';
import type { SavedRegion } from './mapList.ts';
import { rangesOf, tilesOf } from './regionTiles.ts';
import { tileContent } from './tileContent.ts';
import type { TileCache } from './tileCache.ts';
import { writeArchive, type ArchiveAbout, type ArchivedTile } from './archive/write.ts';

/** What is here of a region, as an archive that another computer can draw. */
export interface RegionArchive {
  name: string;
  tiles: number;
  /** When the oldest of them was fetched, ms since 1970. */
  oldestAt: number;
}

/**
 * Writes the tiles of a region that are here. Of their server it tells the attribution alone: its
 * address may hold a key.
 *
 * @returns how many tiles there are
 */
export function archiveRegion(
  file: string,
  {
    cache,
    map,
    region,
    attribution,
  }: {
    cache: Pick<TileCache, 'get'>;
    map: Addressed;
    region: SavedRegion;
    attribution: string;
  },
): Promise<number> {
  const layers = new Set<string>();
  let kind: ArchiveAbout['kind'] | null = null;
  function* tiles(): Generator<ArchivedTile> {
    for (const at of tilesOf(rangesOf(region.bounds, region.minZoom, region.maxZoom))) {
      // A look at a tile is no use of it: what is old stays old.
      const bytes = cache.get({ map: map.id, ...at }, 0)?.bytes ?? null;
      const content = bytes === null ? null : tileContent(bytes, map.tiles);
      if (bytes === null || content === null) continue;
      if (content.is === 'picture') kind ??= content.kind;
      else for (const layer of content.layers) layers.add(layer);
      yield { ...at, bytes };
    }
  }
  const about = (): ArchiveAbout => ({
    kind: map.tiles === 'vector' ? 'mvt' : (kind ?? 'png'),
    bounds: region.bounds,
    metadata: {
      ...{ name: region.name, attribution },
      ...(map.tiles === 'vector'
        ? { vector_layers: [...layers].map((id) => ({ id, fields: {} })) }
        : {}),
    },
  });
  return writeArchive(file, tiles(), about, map.tiles === 'vector');
}
