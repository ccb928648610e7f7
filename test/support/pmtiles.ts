import zlib from 'node:zlib';
import { tileId } from '../../electron/core/ground/archive/tileId.ts';

/** Small PMTiles archives (version 3), written here: a directory, tiles and what a test bends of it. */

export interface WrittenTile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

export interface Written {
  tiles: readonly WrittenTile[];
  /** 1 vector, 2 PNG, 3 JPEG, 4 WebP, 5 AVIF, 6 MapLibre's own. */
  kind?: number;
  /** 1 none, 2 gzip, 3 brotli, 4 zstd: of lists and metadata, and of tiles. */
  packing?: number;
  tilePacking?: number;
  metadata?: string;
  /** West, south, east, north in degrees. */
  bounds?: readonly [number, number, number, number];
  /** Entries in a leaf; all stand in the root where absent. */
  leafEntries?: number;
  /** Bends the header before it is put in front. */
  bend?: (header: DataView) => void;
}

const PACK: Readonly<Record<number, (bytes: Uint8Array) => Uint8Array>> = {
  1: (bytes) => bytes,
  2: (bytes) => zlib.gzipSync(bytes),
  3: (bytes) => zlib.brotliCompressSync(bytes),
  4: (bytes) => zlib.zstdCompressSync(bytes),
};

export function packed(bytes: Uint8Array, packing: number): Uint8Array {
  const pack = PACK[packing];
  if (pack === undefined) throw new Error(`No packing ${String(packing)}`);
  return pack(bytes);
}

/** A number of seven bits to a byte. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return [...bytes, left];
}

export interface ListEntry {
  id: number;
  /** 0 leads to a further list. */
  run: number;
  offset: number;
  length: number;
}

/** A list of tiles as it stands in the file before it is packed. */
export function listBytes(entries: readonly ListEntry[]): Uint8Array {
  const ids = entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0));
  const offsets = entries.map(({ offset }, i) => {
    const before = entries[i - 1];
    return before !== undefined && offset === before.offset + before.length ? 0 : offset + 1;
  });
  return Uint8Array.from(
    [
      entries.length,
      ...ids,
      ...entries.map(({ run }) => run),
      ...entries.map(({ length }) => length),
      ...offsets,
    ].flatMap(varint),
  );
}

const HEADER_BYTES = 127;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Entries of tiles in their order, neighbours with the same bytes as one run. */
function entriesOf(tiles: readonly WrittenTile[], tilePacking: number) {
  const sorted = tiles
    .map((tile) => ({ id: tileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .sort((a, b) => a.id - b.id);
  const entries: ListEntry[] = [];
  const data: Uint8Array[] = [];
  let offset = 0;
  let last: Uint8Array | null = null;
  for (const { id, bytes } of sorted) {
    const before = entries.at(-1);
    if (before !== undefined && last === bytes && before.id + before.run === id) {
      before.run += 1;
      continue;
    }
    const stored = packed(bytes, tilePacking);
    entries.push({ id, run: 1, offset, length: stored.byteLength });
    data.push(stored);
    offset += stored.byteLength;
    last = bytes;
  }
  return { entries, data: joined(data) };
}

/** Root and leaves. */
function lists(entries: readonly ListEntry[], leafEntries: number | undefined, packing: number) {
  if (leafEntries === undefined) return { root: packed(listBytes(entries), packing), leaves: [] };
  const leaves: Uint8Array[] = [];
  const root: ListEntry[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += leafEntries) {
    const part = entries.slice(at, at + leafEntries);
    const leaf = packed(listBytes(part), packing);
    root.push({ id: part[0]?.id ?? 0, run: 0, offset, length: leaf.byteLength });
    leaves.push(leaf);
    offset += leaf.byteLength;
  }
  return { root: packed(listBytes(root), packing), leaves };
}

export function writeArchive(written: Written): Uint8Array {
  const { tiles, kind = 1, packing = 2, tilePacking = kind === 1 ? 2 : 1, bend } = written;
  const { metadata = '{}', bounds = [-180, -85, 180, 85] } = written;
  const { entries, data } = entriesOf(tiles, tilePacking);
  const { root, leaves } = lists(entries, written.leafEntries, packing);
  const about = packed(new TextEncoder().encode(metadata), packing);
  const leafBytes = joined(leaves);
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(view.buffer).set(new TextEncoder().encode('PMTiles'));
  view.setUint8(7, 3);
  let at = HEADER_BYTES;
  for (const [field, part] of [root, about, leafBytes, data].entries()) {
    view.setBigUint64(8 + 16 * field, BigInt(at), true);
    view.setBigUint64(16 + 16 * field, BigInt(part.byteLength), true);
    at += part.byteLength;
  }
  for (const field of [72, 80, 88]) view.setBigUint64(field, BigInt(entries.length), true);
  view.setUint8(96, 1);
  view.setUint8(97, packing);
  view.setUint8(98, tilePacking);
  view.setUint8(99, kind);
  const zooms = tiles.map(({ z }) => z);
  view.setUint8(100, Math.min(...zooms));
  view.setUint8(101, Math.max(...zooms));
  bounds.forEach((degrees, i) => view.setInt32(102 + 4 * i, Math.round(degrees * 1e7), true));
  view.setUint8(118, Math.min(...zooms));
  bend?.(view);
  return joined([new Uint8Array(view.buffer), root, about, leafBytes, data]);
}
