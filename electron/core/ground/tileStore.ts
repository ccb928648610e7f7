import { existsSync } from 'node:fs';
import type { Log } from '../ports.ts';
import {
  NO_TILES,
  openTileCache,
  type StoredTiles,
  type TileCache,
  type TileRange,
  type TilesHere,
} from './tileCache.ts';

/** The cache of fetched tiles, opened when it is first needed; a disk that refuses means none. */
export interface TileStore {
  /** Null where the disk does not let it be. */
  open(): TileCache | null;
  /** What is here, by map. */
  sizes(): Map<string, { bytes: number; tiles: number }>;
  count(map: string): { bytes: number; tiles: number };
  keep(map: string, ranges: readonly TileRange[]): void;
  /** What is here of a part of a map. */
  within(map: string, ranges: readonly TileRange[]): TilesHere;
  /** What is here in all; nothing is made on disk to tell it. */
  stored(): StoredTiles;
  limit(bytes: number): void;
  forget(map: string): void;
  /** Forgets what belongs to no region. */
  clear(): void;
  close(): void;
}

/** @param file of the cache */
export function createTileStore(file: string, log: Log): TileStore {
  let cache: TileCache | null | undefined;
  let limitBytes = 0;

  const refused = (error: unknown): null => {
    log.write('warn', 'ground.cache', { error: error instanceof Error ? error.name : 'unknown' });
    return null;
  };
  const open = (): TileCache | null => {
    if (cache !== undefined) return cache;
    try {
      cache = openTileCache(file, limitBytes);
    } catch (error) {
      cache = refused(error);
    }
    return cache;
  };
  /** What goes wrong with a cache is no reason to fail. */
  const tried = <T>(act: (open: TileCache) => T, otherwise: T): T => {
    const opened = open();
    if (opened === null) return otherwise;
    try {
      return act(opened);
    } catch (error) {
      refused(error);
      return otherwise;
    }
  };
  const sizes = (): Map<string, { bytes: number; tiles: number }> =>
    tried((opened) => opened.sizes(), new Map<string, { bytes: number; tiles: number }>());
  return {
    open,
    sizes,
    count: (map) => sizes().get(map) ?? { bytes: 0, tiles: 0 },
    keep: (map, ranges) => tried((opened) => opened.keep(map, ranges), undefined),
    within: (map, ranges) => tried((opened) => opened.within(map, ranges), { ...NO_TILES }),
    stored() {
      const none = { ...NO_TILES, pinned: { tiles: 0, bytes: 0 } };
      return existsSync(file) ? tried((opened) => opened.stored(), none) : none;
    },
    clear: () => tried((opened) => opened.clear(), undefined),
    limit(bytes) {
      limitBytes = bytes;
      // Nothing is opened for a limit: it is given when the cache is.
      if (cache !== undefined) tried((opened) => opened.limit(bytes), undefined);
    },
    forget: (map) => tried((opened) => opened.forget(map), undefined),
    close() {
      cache?.close();
      cache = null;
    },
  };
}
