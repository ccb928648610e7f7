import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { damaged, refused } from './refusals.ts';
import { MOST_ZOOM } from './tileId.ts';

/** The first bytes of a PMTiles archive, version 3. */

export const HEADER_BYTES = 127;

/** A stretch of the file. */
export interface Stretch {
  readonly offset: number;
  readonly length: number;
}

export type Packing = 'none' | 'gzip' | 'brotli' | 'zstd';
export type TileKind = 'mvt' | 'mlt' | 'png' | 'jpeg' | 'webp' | 'avif';

export interface Header {
  readonly root: Stretch;
  readonly metadata: Stretch;
  readonly leaves: Stretch;
  readonly tiles: Stretch;
  /** How directories and metadata are packed. */
  readonly packing: Packing;
  readonly tilePacking: Packing;
  readonly tileKind: TileKind;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** In degrees. */
  readonly bounds: { south: number; west: number; north: number; east: number };
}

const PACKINGS: readonly (Packing | null)[] = [null, 'none', 'gzip', 'brotli', 'zstd'];
const KINDS: readonly (TileKind | null)[] = [null, 'mvt', 'png', 'jpeg', 'webp', 'avif', 'mlt'];

/** A number of eight bytes; NaN where it is beyond what numbers count exactly. */
function whole(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.NaN : Number(value);
}

function stretch(view: DataView, at: number): Stretch {
  return { offset: whole(view, at), length: whole(view, at + 8) };
}

/** Latitudes beyond it are not on this map. */
const EDGE = 85.051_129;
const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

function boundsAt(view: DataView, at: number): Header['bounds'] {
  const degrees = (offset: number): number => view.getInt32(at + offset, true) / 10_000_000;
  return {
    west: within(degrees(0), 180),
    south: within(degrees(4), EDGE),
    east: within(degrees(8), 180),
    north: within(degrees(12), EDGE),
  };
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

/** What the parts of the file say of each other, before any of them is read. */
function checkStretches(header: Header, sizeBytes: number): Result<Header> {
  const parts = [header.root, header.metadata, header.leaves, header.tiles];
  if (parts.some(({ offset, length }) => Number.isNaN(offset) || Number.isNaN(length))) {
    return damaged('it names places that no file reaches');
  }
  if (header.root.length === 0 || header.root.offset < HEADER_BYTES) {
    return damaged('it has no list of its tiles');
  }
  const needed = Math.max(...parts.map(({ offset, length }) => offset + length));
  if (needed > sizeBytes) {
    return refused(
      'ground.truncated',
      `This map file is cut off: ${sizeText(sizeBytes)} of ${sizeText(needed)} are here. Copy or download it again.`,
    );
  }
  return ok(header);
}

/**
 * Reads the header. Errors (`invalid`): `ground.notPmtiles`, `ground.version`, `ground.kind`,
 * `ground.damaged`, `ground.truncated`.
 *
 * @param sizeBytes of the whole file
 */
export function readHeader(bytes: Uint8Array, sizeBytes: number): Result<Header> {
  const name = String.fromCharCode(...bytes.subarray(0, 7));
  if (name.startsWith('PM') && bytes[2] === 2 && name !== 'PMTiles') return oldVersion(2);
  if (name !== 'PMTiles') {
    return refused('ground.notPmtiles', 'This file is no PMTiles archive.');
  }
  const version = bytes[7] ?? 0;
  if (bytes.byteLength < HEADER_BYTES) return damaged('it ends within its first bytes');
  if (version !== 3) return oldVersion(version);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packing = PACKINGS[view.getUint8(97)] ?? null;
  // Some writers say nothing of pictures, which are packed by themselves.
  const tilePacking = view.getUint8(98) === 0 ? 'none' : (PACKINGS[view.getUint8(98)] ?? null);
  const tileKind = KINDS[view.getUint8(99)] ?? null;
  if (tileKind === null) {
    return refused(
      'ground.kind',
      'This map file holds tiles of a kind that Waybill does not know.',
    );
  }
  if (packing === null || tilePacking === null) {
    return refused('ground.kind', 'This map file is packed in a way that Waybill does not know.');
  }
  const [minZoom, maxZoom] = [view.getUint8(100), view.getUint8(101)];
  if (minZoom > maxZoom || maxZoom > MOST_ZOOM) return damaged('its zooms make no sense');
  const bounds = boundsAt(view, 102);
  if (bounds.west >= bounds.east || bounds.south >= bounds.north) {
    return damaged('it covers no place');
  }
  const header: Header = {
    root: stretch(view, 8),
    metadata: stretch(view, 24),
    leaves: stretch(view, 40),
    tiles: stretch(view, 56),
    ...{ packing, tilePacking, tileKind, minZoom, maxZoom, bounds },
  };
  return checkStretches(header, sizeBytes);
}

function oldVersion(version: number): Result<never> {
  return refused(
    'ground.version',
    `This archive is of version ${version} of PMTiles; Waybill reads version 3. The program “pmtiles” converts older ones: pmtiles convert old.pmtiles new.pmtiles.`,
  );
}
