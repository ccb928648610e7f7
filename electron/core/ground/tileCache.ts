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

export interface TileCache {
  get(key: TileKey, now: number): CachedTile | null;
  /** Keeps a tile; those that were used longest ago make room. */
  put(key: TileKey, tile: CachedTile): void;
  /** A server said that a tile is as it was. */
  touch(key: TileKey, fetchedAt: number): void;
  /** Bytes that are here, by map. */
  sizes(): Map<string, number>;
  forget(map: string): void;
  /** All tiles together take no more than this from now on. */
  limit(bytes: number): void;
  close(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows that make room at once. */
const AT_ONCE = 100;
/** What a row takes beside its tile, about. */
const ROW_BYTES = 100;
const FORM = 1;

const CREATE = `
  CREATE TABLE IF NOT EXISTS tile (
    map TEXT NOT NULL, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    bytes BLOB, size INTEGER NOT NULL, etag TEXT NOT NULL,
    fetched_at INTEGER NOT NULL, used_at INTEGER NOT NULL,
    UNIQUE (map, z, x, y)
  );
  CREATE INDEX IF NOT EXISTS tile_by_use ON tile (used_at, size);
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
  /** Counted once, then kept up with. */
  #bytes: number;
  #limitBytes: number;

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

  put(key: TileKey, { bytes, fetchedAt, etag }: CachedTile): void {
    const size = (bytes?.byteLength ?? 0) + ROW_BYTES;
    const before = this.#db.prepare<At, { size: number }>(`SELECT size FROM tile ${AT}`);
    const known = before.get(...at(key))?.size ?? 0;
    this.#db
      .prepare(
        `INSERT INTO tile (map, z, x, y, bytes, size, etag, fetched_at, used_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (map, z, x, y) DO UPDATE SET bytes = excluded.bytes, size = excluded.size,
           etag = excluded.etag, fetched_at = excluded.fetched_at, used_at = excluded.used_at`,
      )
      .run(...at(key), bytes, size, etag, fetchedAt, fetchedAt);
    this.#bytes += size - known;
    this.#makeRoom();
  }

  touch(key: TileKey, fetchedAt: number): void {
    this.#db
      .prepare(`UPDATE tile SET fetched_at = ?, used_at = ? ${AT}`)
      .run(fetchedAt, fetchedAt, ...at(key));
  }

  sizes(): Map<string, number> {
    const rows = this.#db
      .prepare<[], { map: string; bytes: number }>(
        'SELECT map, sum(size) AS bytes FROM tile GROUP BY map',
      )
      .all();
    return new Map(rows.map(({ map, bytes }) => [map, bytes]));
  }

  forget(map: string): void {
    this.#db.prepare('DELETE FROM tile WHERE map = ?').run(map);
    this.#bytes = this.#sum();
  }

  limit(bytes: number): void {
    this.#limitBytes = bytes;
    this.#makeRoom();
  }

  close(): void {
    this.#db.close();
  }

  #sum(): number {
    const row = this.#db
      .prepare<[], { bytes: number }>('SELECT coalesce(sum(size), 0) AS bytes FROM tile')
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
          'SELECT rowid, size FROM tile ORDER BY used_at LIMIT ?',
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
