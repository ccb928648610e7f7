import { open, stat, type FileHandle } from 'node:fs/promises';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { findEntry, readDirectory, type Directory, type Entry } from './directory.ts';
import { HEADER_BYTES, readHeader, type Header, type Stretch } from './header.ts';
import { damaged, refused, unreadable } from './refusals.ts';
import { tileId } from './tileId.ts';
import { unpack } from './unpack.ts';

/** A PMTiles archive on disk, read by stretches however large it is. */
export interface Archive {
  readonly header: Header;
  readonly sizeBytes: number;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Its metadata as JSON text; empty where it has none. */
  metadata(): Promise<Result<string>>;
  /** The bytes of a tile, unpacked; null where the archive has none there. */
  tile(z: number, x: number, y: number): Promise<Result<Uint8Array | null>>;
  /** The first tile that its list names; null where that leads to none. */
  anyTile(): Promise<Result<Uint8Array | null>>;
  close(): Promise<void>;
}

/** As they lie in the file, and unpacked. */
const MOST_LIST_BYTES = [4 * 1024 * 1024, 16 * 1024 * 1024] as const;
const MOST_METADATA_BYTES = [2 * 1024 * 1024, 8 * 1024 * 1024] as const;
const MOST_TILE_BYTES = [4 * 1024 * 1024, 12 * 1024 * 1024] as const;
/** Lists lead to lists; deeper than this they lead nowhere. */
const MOST_STEPS = 4;
/** Lists that are kept in memory, together. */
const CACHED_LIST_BYTES = 24 * 1024 * 1024;

class FileArchive implements Archive {
  readonly header: Header;
  readonly sizeBytes: number;
  readonly changedAt: number;
  readonly #file: FileHandle;
  /** By offset, the one that was used last comes last. */
  readonly #lists = new Map<number, Promise<Result<Directory>>>();
  readonly #listBytes = new Map<number, number>();

  constructor(file: FileHandle, header: Header, sizeBytes: number, changedAt: number) {
    this.#file = file;
    this.header = header;
    this.sizeBytes = sizeBytes;
    this.changedAt = changedAt;
  }

  async metadata(): Promise<Result<string>> {
    const { metadata, packing } = this.header;
    if (metadata.length === 0) return ok('');
    if (metadata.length > MOST_METADATA_BYTES[0])
      return damaged('what it says of itself is too long');
    const packed = await readStretch(this.#file, metadata);
    if (!packed.ok) return packed;
    const bytes = await unpack(packed.value, packing, MOST_METADATA_BYTES[1]);
    if (bytes === null) return damaged('what it says of itself can’t be unpacked');
    return ok(new TextDecoder().decode(bytes));
  }

  tile(z: number, x: number, y: number): Promise<Result<Uint8Array | null>> {
    const id = tileId(z, x, y);
    return this.#read((list) => findEntry(list, id));
  }

  anyTile(): Promise<Result<Uint8Array | null>> {
    return this.#read((list) => findEntry(list, list.ids[0] ?? 0));
  }

  async close(): Promise<void> {
    this.#lists.clear();
    await this.#file.close();
  }

  async #read(find: (list: Directory) => Entry | null): Promise<Result<Uint8Array | null>> {
    const { root, leaves, tiles } = this.header;
    let at: Stretch = root;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const list = await this.#list(at);
      if (!list.ok) return list;
      const entry = find(list.value);
      if (entry === null) return ok(null);
      const room = entry.isList ? leaves : tiles;
      if (entry.offset + entry.length > room.length) {
        return damaged('a part of it lies outside of the file’s own bounds');
      }
      at = { offset: room.offset + entry.offset, length: entry.length };
      if (!entry.isList) return this.#tileAt(at);
    }
    return damaged('its lists of tiles lead in circles');
  }

  async #tileAt(at: Stretch): Promise<Result<Uint8Array>> {
    if (at.length > MOST_TILE_BYTES[0]) return damaged('a tile is larger than any tile is');
    const packed = await readStretch(this.#file, at);
    if (!packed.ok) return packed;
    const bytes = await unpack(packed.value, this.header.tilePacking, MOST_TILE_BYTES[1]);
    return bytes === null ? damaged('a tile can’t be unpacked, or is far too large') : ok(bytes);
  }

  /** A list from memory or from the file. */
  async #list(at: Stretch): Promise<Result<Directory>> {
    const known = this.#lists.get(at.offset);
    const reading = known ?? this.#readList(at);
    this.#lists.delete(at.offset);
    this.#lists.set(at.offset, reading);
    const list = await reading;
    if (list.ok) this.#keep(at.offset, list.value);
    else this.#lists.delete(at.offset);
    return list;
  }

  #keep(offset: number, { bytes }: Directory): void {
    this.#listBytes.set(offset, bytes);
    let sum = 0;
    for (const size of this.#listBytes.values()) sum += size;
    for (const oldest of this.#lists.keys()) {
      if (sum <= CACHED_LIST_BYTES || oldest === offset) break;
      sum -= this.#listBytes.get(oldest) ?? 0;
      this.#lists.delete(oldest);
      this.#listBytes.delete(oldest);
    }
  }

  async #readList(at: Stretch): Promise<Result<Directory>> {
    if (at.length > MOST_LIST_BYTES[0]) return damaged('a list of its tiles is too long');
    const packed = await readStretch(this.#file, at);
    if (!packed.ok) return packed;
    const bytes = await unpack(packed.value, this.header.packing, MOST_LIST_BYTES[1]);
    const list = bytes === null ? null : readDirectory(bytes);
    return list === null ? damaged('a list of its tiles can’t be read') : ok(list);
  }
}

/** A stretch of the file as a whole; less of it is an error. */
async function readStretch(
  file: FileHandle,
  { offset, length }: Stretch,
): Promise<Result<Uint8Array>> {
  const bytes = new Uint8Array(length);
  let had = 0;
  try {
    while (had < length) {
      const { bytesRead } = await file.read(bytes, had, length - had, offset + had);
      if (bytesRead === 0) {
        return refused('ground.truncated', 'This map file is cut off. Copy or download it again.');
      }
      had += bytesRead;
    }
  } catch (error) {
    return unreadable(error);
  }
  return ok(bytes);
}

async function readFrom(file: FileHandle): Promise<Result<Archive>> {
  const { size, mtimeMs } = await file.stat();
  const start = await readStretch(file, { offset: 0, length: Math.min(size, HEADER_BYTES) });
  if (!start.ok) return start;
  const header = readHeader(start.value, size);
  if (!header.ok) return header;
  return ok(new FileArchive(file, header.value, size, Math.round(mtimeMs)));
}

/**
 * Opens an archive and reads its header. Errors (`local`): `ground.gone`, `ground.denied`,
 * `ground.unreadable`; (`invalid`): those of `readHeader`.
 */
export async function openArchive(path: string): Promise<Result<Archive>> {
  let file: FileHandle;
  try {
    // Opening a pipe would wait for ever.
    if (!(await stat(path)).isFile()) return refused('ground.notPmtiles', 'This is no file.');
    file = await open(path, 'r');
  } catch (error) {
    return unreadable(error);
  }
  const opened = await readFrom(file).catch(unreadable);
  if (!opened.ok) await file.close();
  return opened;
}
