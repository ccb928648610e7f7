import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { HEADER_BYTES } from './header.ts';
import { tileId } from './tileId.ts';

/** Writes PMTiles archives (version 3) of a few ten thousand tiles, one tile in memory at a time. */

const gzip = promisify(zlib.gzip);

export interface ArchivedTile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

export interface ArchiveAbout {
  kind: 'mvt' | 'png' | 'jpeg' | 'webp' | 'avif';
  /** In degrees. */
  bounds: { south: number; west: number; north: number; east: number };
  /** What it tells of itself: name, attribution, layers. */
  metadata: Readonly<Record<string, unknown>>;
}

interface Entry {
  id: number;
  offset: number;
  length: number;
}

const KINDS = { mvt: 1, png: 2, jpeg: 3, webp: 4, avif: 5 } as const;
const [PLAIN, GZIP] = [1, 2];
/** Entries of one list below the root. */
const LEAF_ENTRIES = 4_096;

/** A number of seven bits to a byte. */
function pushNumber(bytes: number[], value: number): void {
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

/** A list as it stands in the file before it is packed; `run` 0 leads to further lists. */
function listBytes(entries: readonly Entry[], run: 0 | 1): Uint8Array {
  const bytes: number[] = [];
  pushNumber(bytes, entries.length);
  for (const [at, { id }] of entries.entries()) pushNumber(bytes, id - (entries[at - 1]?.id ?? 0));
  for (const _ of entries) pushNumber(bytes, run);
  for (const { length } of entries) pushNumber(bytes, length);
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1];
    const follows = before !== undefined && offset === before.offset + before.length;
    pushNumber(bytes, follows ? 0 : offset + 1);
  }
  return Uint8Array.from(bytes);
}

/** The root, and the lists that it leads to where there are many tiles. */
async function lists(entries: readonly Entry[]): Promise<{ root: Uint8Array; leaves: Uint8Array }> {
  if (entries.length <= LEAF_ENTRIES) {
    return { root: await gzip(listBytes(entries, 1)), leaves: new Uint8Array() };
  }
  const leaves: Uint8Array[] = [];
  const root: Entry[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const part = entries.slice(at, at + LEAF_ENTRIES);
    const leaf = await gzip(listBytes(part, 1));
    root.push({ id: part[0]?.id ?? 0, offset, length: leaf.byteLength });
    leaves.push(leaf);
    offset += leaf.byteLength;
  }
  return { root: await gzip(listBytes(root, 0)), leaves: Buffer.concat(leaves) };
}

function headerOf(
  { kind, bounds }: ArchiveAbout,
  count: number,
  zooms: readonly [number, number],
  parts: readonly { offset: number; length: number }[],
): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(view.buffer).set(new TextEncoder().encode('PMTiles'));
  view.setUint8(7, 3);
  for (const [at, { offset, length }] of parts.entries()) {
    view.setBigUint64(8 + 16 * at, BigInt(offset), true);
    view.setBigUint64(16 + 16 * at, BigInt(length), true);
  }
  for (const field of [72, 80, 88]) view.setBigUint64(field, BigInt(count), true);
  // Tiles lie in the order in which they came.
  view.setUint8(96, 0);
  view.setUint8(97, GZIP);
  view.setUint8(98, kind === 'mvt' ? GZIP : PLAIN);
  view.setUint8(99, KINDS[kind]);
  view.setUint8(100, zooms[0]);
  view.setUint8(101, zooms[1]);
  const degrees = [bounds.west, bounds.south, bounds.east, bounds.north];
  degrees.forEach((value, at) => view.setInt32(102 + 4 * at, Math.round(value * 1e7), true));
  view.setUint8(118, zooms[0]);
  return new Uint8Array(view.buffer);
}

/**
 * Writes an archive. Throws what the file system throws.
 *
 * @param about asked once all tiles were given
 * @returns how many tiles it holds; none makes no file that could be read
 */
export async function writeArchive(
  file: string,
  tiles: Iterable<ArchivedTile>,
  about: () => ArchiveAbout,
  isVector: boolean,
): Promise<number> {
  const handle = await open(file, 'w', 0o600);
  try {
    const entries: Entry[] = [];
    const zooms: [number, number] = [Infinity, 0];
    let end = HEADER_BYTES;
    const put = async (bytes: Uint8Array): Promise<{ offset: number; length: number }> => {
      const offset = end;
      await handle.write(bytes, 0, bytes.byteLength, offset);
      end += bytes.byteLength;
      return { offset, length: bytes.byteLength };
    };
    for (const { z, x, y, bytes } of tiles) {
      const stored = await put(isVector ? await gzip(bytes) : bytes);
      entries.push({ ...stored, id: tileId(z, x, y), offset: stored.offset - HEADER_BYTES });
      zooms[0] = Math.min(zooms[0], z);
      zooms[1] = Math.max(zooms[1], z);
    }
    if (entries.length === 0) return 0;
    const described = about();
    const tilePart = { offset: HEADER_BYTES, length: end - HEADER_BYTES };
    entries.sort((a, b) => a.id - b.id);
    const { root, leaves } = await lists(entries);
    const metadata = await gzip(JSON.stringify(described.metadata));
    const rootPart = await put(root);
    const metadataPart = await put(metadata);
    const leafPart = await put(leaves);
    const parts = [rootPart, metadataPart, leafPart, tilePart];
    const header = headerOf(described, entries.length, zooms, parts);
    await handle.write(header, 0, HEADER_BYTES, 0);
    await handle.sync();
    return entries.length;
  } finally {
    await handle.close();
  }
}
