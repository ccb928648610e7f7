import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { Ports } from '../ports.ts';
import { fetchTile } from './fetchTile.ts';
import { tileUrl } from './template.ts';
import type { CachedTile, TileCache, TileKey } from './tileCache.ts';

/** A map whose tiles come from a server. */
export interface Addressed {
  id: string;
  template: string;
  tiles: 'vector' | 'raster';
}

export interface FetchedTiles {
  /**
   * A tile from the cache, or from the server where it is not here or older than its age; where
   * the server can't be asked, what is here counts, however old.
   */
  tile(map: Addressed, z: number, x: number, y: number): Promise<Result<Uint8Array | null>>;
  /** Asks the server, however fresh the tile is that is here. */
  renew(map: Addressed, z: number, x: number, y: number): Promise<Result<unknown>>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface FetchedContext {
  ports: Pick<Ports, 'http' | 'clock' | 'version'>;
  /** Null where the disk does not let one be: then nothing is kept. */
  cache: () => TileCache | null;
  /** Whether anybody may be asked: not under *Work offline*. */
  mayAsk: () => boolean;
  /** After so long a tile is asked for again. */
  ageMs: () => number;
}

/** After a server could not be reached it is left alone for so long. */
const REST_MS = 15_000;

const WORK_OFFLINE = fail({
  kind: 'offline',
  code: 'ground.workOffline',
  message: 'While you work offline, no map server is asked.',
  safe: 'What was fetched before is still drawn.',
});

export function createFetchedTiles({ ports, cache, mayAsk, ageMs }: FetchedContext): FetchedTiles {
  const ending = new AbortController();
  const underWay = new Map<string, Promise<Result<Uint8Array | null>>>();
  /** Servers that rest, by their map: until when, and why. */
  const offline = new Map<string, { until: number; error: AppError }>();

  const here = (key: TileKey): CachedTile | null => {
    try {
      return cache()?.get(key, ports.clock.now()) ?? null;
    } catch {
      return null;
    }
  };
  /** A tile that can't be kept is drawn all the same. */
  const keep = (act: (cache: TileCache) => void): void => {
    try {
      const open = cache();
      if (open !== null) act(open);
    } catch {
      // The disk is full or the cache damaged; the next start begins it anew.
    }
  };

  const ask = async (
    map: Addressed,
    key: TileKey,
    old: CachedTile | null,
    anew: boolean,
  ): Promise<Result<Uint8Array | null>> => {
    const fallback = (error: AppError): Result<Uint8Array | null> =>
      old === null || anew ? { ok: false, error } : ok(old.bytes);
    if (!mayAsk()) return fallback(WORK_OFFLINE.error);
    const rest = offline.get(map.id);
    if (rest !== undefined && ports.clock.now() < rest.until) return fallback(rest.error);
    const url = tileUrl(map.template, key.z, key.x, key.y);
    const etag = old?.etag ?? '';
    const asked = { url, tiles: map.tiles, etag, version: ports.version };
    const fetched = await fetchTile(ports.http, asked, ending.signal);
    const now = ports.clock.now();
    if (!fetched.ok) {
      const { error } = fetched;
      if (error.kind === 'offline') offline.set(map.id, { until: now + REST_MS, error });
      return fallback(error);
    }
    offline.delete(map.id);
    const { tile } = fetched.value;
    if (tile === 'same') {
      keep((open) => open.touch(key, now));
      return ok(old?.bytes ?? null);
    }
    const made = { bytes: tile, etag: fetched.value.etag, fetchedAt: now };
    keep((open) => open.put(key, made));
    return ok(tile);
  };

  const once = (
    map: Addressed,
    key: TileKey,
    old: CachedTile | null,
    anew: boolean,
  ): Promise<Result<Uint8Array | null>> => {
    const name = `${anew ? 'anew ' : ''}${map.id}/${key.z}/${key.x}/${key.y}`;
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const asking = ask(map, key, old, anew).finally(() => underWay.delete(name));
    underWay.set(name, asking);
    return asking;
  };

  return {
    tile(map, z, x, y) {
      const key: TileKey = { map: map.id, z, x, y };
      const old = here(key);
      const fresh = old !== null && ports.clock.now() - old.fetchedAt < ageMs();
      return fresh ? Promise.resolve(ok(old.bytes)) : once(map, key, old, false);
    },
    renew(map, z, x, y) {
      const key: TileKey = { map: map.id, z, x, y };
      return once(map, key, here(key), true);
    },
    async close() {
      ending.abort();
      await Promise.all(underWay.values());
    },
  };
}
