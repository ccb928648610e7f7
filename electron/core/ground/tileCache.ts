import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { machineFailure } from '../db/failure.ts';

/** Tiles that were fetched, in a file of their own: they can be fetched again, and have a limit. */

export interface CachedTile {
  /** Null where the server has none there. */
  bytes: Uint8Array | null;
  fetchedAt: number;
  /** What the server called this content; empty where it did not. */
  etag: string;
}

export interface TileKey {
  map: string;
  z: number;
  x: number;
  y: number;
}

/** Tiles of one zoom in a rectangle, all four edges included. */
export interface TileRange {
  z: number;
  west: number;
  east: number;
  north: number;
  south: number;
}

/** What is here of a part of a map. */
export interface TilesHere {
  tiles: number;
  bytes: number;
  /** When the oldest of them was fetched; null where there is none. */
  oldestAt: number | null;
}

/** What is here in all. */
export interface StoredTiles extends TilesHere {
  /** Of regions, which stay until they are removed. */
  pinned: { tiles: number; bytes: number };
}

export interface TileCache {
  get(key: TileKey, now: number): CachedTile | null;
  /** When a tile was fetched; null where it is not here. */
  fetchedAt(key: TileKey): number | null;
  /** What is here of a part of a map. */
  within(map: string, ranges: readonly TileRange[]): TilesHere;
  /** Keeps a tile; those that were used longest ago make room, but none that belongs to a region. */
  put(key: TileKey, tile: CachedTile): void;
  /** A server said that a tile is as it was. */
  touch(key: TileKey, fetchedAt: number): void;
  /** Which tiles of a map belong to regions: those that are here, and those that come. */
  keep(map: string, ranges: readonly TileRange[]): void;
  /** What is here, by map. */
  sizes(): Map<string, { bytes: number; tiles: number }>;
  /** What is here in all, and how much of it belongs to regions. */
  stored(): StoredTiles;
  forget(map: string): void;
  /** Forgets what belongs to no region. */
  clear(): void;
  /** Tiles that belong to no region take no more than this from now on. */
  limit(bytes: number): void;
  close(): void;
}

export const NO_TILES: Readonly<TilesHere> = { tiles: 0, bytes: 0, oldestAt: null };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows that make room at once. */
const AT_ONCE = 100;
/** What a row takes beside its tile, about. */
const ROW_BYTES = 100;
const FORM = 3;

const CREATE = `
  CREATE TABLE IF NOT EXISTS tile (
    map TEXT NOT NULL, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    bytes BLOB, size INTEGER NOT NULL, etag TEXT NOT NULL,
    fetched_at INTEGER NOT NULL, used_at INTEGER NOT NULL, pinned INTEGER NOT NULL,
    UNIQUE (map, z, x, y)
  );
  CREATE INDEX IF NOT EXISTS tile_by_use ON tile (pinned, used_at, size);
  CREATE INDEX IF NOT EXISTS tile_by_map ON tile (map, size);
`;

const AT = 'WHERE map = ? AND z = ? AND x = ? AND y = ?';
type At = [string, number, number, number];
const at = ({ map, z, x, y }: TileKey): At => [map, z, x, y];

interface TileRow {
  bytes: Buffer | null;
  etag: string;
  fetched_at: number;
  used_at: number;
}

function opened(file: string): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    const form = db.pragma('user_version', { simple: true });
    // One of another version of Waybill is begun anew, like a damaged one.
    if (form !== 0 && form !== FORM) db.exec('DROP TABLE IF EXISTS tile');
    db.exec(CREATE);
    db.pragma(`user_version = ${FORM}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function openedOrNew(file: string): Database.Database {
  try {
    return opened(file);
  } catch (error) {
    // A disk that is full or may not be written to is no reason to throw tiles away.
    if (machineFailure(error)?.code !== 'db.damaged') throw error;
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    return opened(file);
  }
}

class SqliteTiles implements TileCache {
  readonly #db: Database.Database;
  /** What belongs to no region; counted once, then kept up with. */
  #bytes: number;
  #limitBytes: number;
  readonly #regions = new Map<string, readonly TileRange[]>();

  constructor(file: string, limitBytes: number) {
    this.#db = openedOrNew(file);
    this.#limitBytes = limitBytes;
    this.#bytes = this.#sum();
  }

  get(key: TileKey, now: number): CachedTile | null {
    const row = this.#db
      .prepare<At, TileRow>(`SELECT bytes, etag, fetched_at, used_at FROM tile ${AT}`)
      .get(...at(key));
    if (row === undefined) return null;
    // A write for every look would cost more than the look.
    if (now - row.used_at > DAY_MS) {
      this.#db.prepare(`UPDATE tile SET used_at = ? ${AT}`).run(now, ...at(key));
    }
    const bytes = row.bytes === null ? null : new Uint8Array(row.bytes);
    return { bytes, etag: row.etag, fetchedAt: row.fetched_at };
  }

  fetchedAt(key: TileKey): number | null {
    const row = this.#db.prepare<At, { fetched_at: number }>(`SELECT fetched_at FROM tile ${AT}`);
    return row.get(...at(key))?.fetched_at ?? null;
  }

  put(key: TileKey, { bytes, fetchedAt, etag }: CachedTile): void {
    const size = (bytes?.byteLength ?? 0) + ROW_BYTES;
    const before = this.#db.prepare<At, { size: number; pinned: number }>(
      `SELECT size, pinned FROM tile ${AT}`,
    );
    const known = before.get(...at(key));
    const isPinned = this.#belongs(key);
    this.#db
      .prepare(
        `INSERT INTO tile (map, z, x, y, bytes, size, etag, fetched_at, used_at, pinned)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (map, z, x, y) DO UPDATE SET bytes = excluded.bytes, size = excluded.size,
           etag = excluded.etag, fetched_at = excluded.fetched_at, used_at = excluded.used_at,
           pinned = excluded.pinned`,
      )
      .run(...at(key), bytes, size, etag, fetchedAt, fetchedAt, isPinned ? 1 : 0);
    if (known?.pinned === 0) this.#bytes -= known.size;
    if (!isPinned) this.#bytes += size;
    this.#makeRoom();
  }

  touch(key: TileKey, fetchedAt: number): void {
    this.#db
      .prepare(`UPDATE tile SET fetched_at = ?, used_at = ? ${AT}`)
      .run(fetchedAt, fetchedAt, ...at(key));
  }

  keep(map: string, ranges: readonly TileRange[]): void {
    this.#regions.set(map, ranges);
    const mark = this.#db.prepare(
      'UPDATE tile SET pinned = 1 WHERE map = ? AND z = ? AND x BETWEEN ? AND ? AND y BETWEEN ? AND ?',
    );
    this.#db.transaction(() => {
      this.#db.prepare('UPDATE tile SET pinned = 0 WHERE map = ? AND pinned = 1').run(map);
      for (const { z, west, east, north, south } of ranges) {
        mark.run(map, z, west, east, north, south);
      }
    })();
    this.#bytes = this.#sum();
    this.#makeRoom();
  }

  within(map: string, ranges: readonly TileRange[]): TilesHere {
    const count = this.#db.prepare<
      [string, number, number, number, number, number],
      { tiles: number; bytes: number; oldest: number | null }
    >(
      `SELECT count(*) AS tiles, coalesce(sum(size), 0) AS bytes, min(fetched_at) AS oldest
       FROM tile WHERE map = ? AND z = ? AND x BETWEEN ? AND ? AND y BETWEEN ? AND ?`,
    );
    const here: TilesHere = { ...NO_TILES };
    for (const { z, west, east, north, south } of ranges) {
      const row = count.get(map, z, west, east, north, south);
      if (row === undefined || row.oldest === null) continue;
      here.tiles += row.tiles;
      here.bytes += row.bytes;
      here.oldestAt = Math.min(here.oldestAt ?? row.oldest, row.oldest);
    }
    return here;
  }

  sizes(): Map<string, { bytes: number; tiles: number }> {
    const rows = this.#db
      .prepare<[], { map: string; bytes: number; tiles: number }>(
        'SELECT map, sum(size) AS bytes, count(*) AS tiles FROM tile GROUP BY map',
      )
      .all();
    return new Map(rows.map(({ map, bytes, tiles }) => [map, { bytes, tiles }]));
  }

  stored(): StoredTiles {
    const rows = this.#db
      .prepare<[], { pinned: number; tiles: number; bytes: number; oldest: number }>(
        `SELECT pinned, count(*) AS tiles, sum(size) AS bytes, min(fetched_at) AS oldest
         FROM tile GROUP BY pinned`,
      )
      .all();
    const stored: StoredTiles = { ...NO_TILES, pinned: { tiles: 0, bytes: 0 } };
    for (const { pinned, tiles, bytes, oldest } of rows) {
      stored.tiles += tiles;
      stored.bytes += bytes;
      stored.oldestAt = Math.min(stored.oldestAt ?? oldest, oldest);
      if (pinned !== 0) stored.pinned = { tiles, bytes };
    }
    return stored;
  }

  forget(map: string): void {
    this.#db.prepare('DELETE FROM tile WHERE map = ?').run(map);
    this.#bytes = this.#sum();
  }

  clear(): void {
    this.#db.prepare('DELETE FROM tile WHERE pinned = 0').run();
    this.#bytes = 0;
  }

  limit(bytes: number): void {
    this.#limitBytes = bytes;
    this.#makeRoom();
  }

  close(): void {
    this.#db.close();
  }

  #belongs({ map, z, x, y }: TileKey): boolean {
    return (this.#regions.get(map) ?? []).some(
      (range) =>
        range.z === z && x >= range.west && x <= range.east && y >= range.north && y <= range.south,
    );
  }

  #sum(): number {
    const row = this.#db
      .prepare<[], { bytes: number }>(
        'SELECT coalesce(sum(size), 0) AS bytes FROM tile WHERE pinned = 0',
      )
      .get();
    return row?.bytes ?? 0;
  }

  /** Goes below the limit by a tenth, so that not every tile makes room for itself. */
  #makeRoom(): void {
    if (this.#bytes <= this.#limitBytes) return;
    const aim = this.#limitBytes * 0.9;
    const remove = this.#db.prepare('DELETE FROM tile WHERE rowid = ?');
    while (this.#bytes > aim) {
      const oldest = this.#db
        .prepare<[number], { rowid: number; size: number }>(
          'SELECT rowid, size FROM tile WHERE pinned = 0 ORDER BY used_at LIMIT ?',
        )
        .all(AT_ONCE);
      if (oldest.length === 0) break;
      this.#db.transaction(() => {
        for (const { rowid, size } of oldest) {
          if (this.#bytes <= aim) break;
          remove.run(rowid);
          this.#bytes -= size;
        }
      })();
    }
  }
}

/** Opens the cache, or makes it. Throws what SQLite throws where the disk does not let it. */
export function openTileCache(file: string, limitBytes: number): TileCache {
  return new SqliteTiles(file, limitBytes);
}
