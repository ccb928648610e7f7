/** What a tile really holds, looked at before the page gets it. */

export interface VectorContent {
  readonly is: 'vector';
  /** Names of its layers. */
  readonly layers: readonly string[];
}
export interface PictureContent {
  readonly is: 'picture';
  readonly kind: 'png' | 'jpeg' | 'webp' | 'avif';
  /** Of one edge; null where the format hides it. */
  readonly edgePx: number | null;
}

/** A tile of a map is 256 or 512 pixels wide; a few servers give 1024. */
const MOST_EDGE_PX = 2048;
const MOST_LAYERS = 200;

/** Walks a message of protocol buffers: its fields by number, those with a length as bytes. */
function* fieldsOf(
  bytes: Uint8Array,
): Generator<{ field: number; bytes: Uint8Array | null } | null> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 10; count += 1) {
      const byte = bytes[at];
      if (byte === undefined) return Number.NaN;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    return Number.NaN;
  };
  while (at < bytes.byteLength) {
    const key = varint();
    const [field, wire] = [Math.floor(key / 8), key % 8];
    let length = Number.NaN;
    if (wire === 0) length = Number.isNaN(varint()) ? Number.NaN : 0;
    else if (wire === 1) length = 8;
    else if (wire === 2) length = varint();
    else if (wire === 5) length = 4;
    if (!(field >= 1) || !(length <= bytes.byteLength - at)) {
      yield null;
      return;
    }
    yield { field, bytes: wire === 2 ? bytes.subarray(at, at + length) : null };
    at += length;
  }
}

/** Layers of a vector tile (version 2 of its specification); null where it is none. */
function vectorContent(bytes: Uint8Array): VectorContent | null {
  const layers: string[] = [];
  for (const part of fieldsOf(bytes)) {
    if (part === null) return null;
    if (part.field !== 3) continue;
    if (part.bytes === null || layers.length >= MOST_LAYERS) return null;
    let name: string | null = null;
    for (const inner of fieldsOf(part.bytes)) {
      if (inner === null) return null;
      if (inner.field === 1 && inner.bytes !== null) name = new TextDecoder().decode(inner.bytes);
    }
    if (name === null) return null;
    layers.push(name);
  }
  return bytes.byteLength > 0 && layers.length === 0 ? null : { is: 'vector', layers };
}

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

function pictureKind(bytes: Uint8Array): PictureContent['kind'] | null {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  // A sequence of pictures (`avis`) names its edges elsewhere, and is no tile.
  if (text(bytes, 4, 12) === 'ftypavif') return 'avif';
  return null;
}

type Edges = readonly [width: number, height: number] | null;

function jpegEdges(view: DataView): Edges {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpEdges(view: DataView): Edges {
  if (view.byteLength < 30) return null;
  const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (String.fromCharCode(view.getUint8(15))) {
    case 'X':
      return [three(24) + 1, three(27) + 1];
    case 'L': {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    default:
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  }
}

/**
 * Boxes `ispe` of an AVIF name the edges of its pictures, in any order and number: the largest count,
 * as any of them may be the one that is drawn.
 */
function avifEdges(view: DataView): Edges {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  let edges: Edges = null;
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    if (at + 16 > view.byteLength) return null;
    const [width, height]: NonNullable<Edges> = edges ?? [0, 0];
    edges = [Math.max(width, view.getUint32(at + 8)), Math.max(height, view.getUint32(at + 12))];
  }
  return edges;
}

function edgesOf(kind: PictureContent['kind'], bytes: Uint8Array): Edges {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'png':
      return text(bytes, 12, 16) === 'IHDR' && bytes.byteLength >= 33
        ? [view.getUint32(16), view.getUint32(20)]
        : null;
    case 'jpeg':
      return jpegEdges(view);
    case 'webp':
      return webpEdges(view);
    case 'avif':
      return avifEdges(view);
  }
}

/** A picture that is small enough to be a tile; null for anything else. */
function pictureContent(bytes: Uint8Array): PictureContent | null {
  const kind = pictureKind(bytes);
  if (kind === null) return null;
  const edges = edgesOf(kind, bytes);
  if (edges === null) return null;
  const [width, height] = edges;
  const fits = width >= 1 && height >= 1 && width <= MOST_EDGE_PX && height <= MOST_EDGE_PX;
  return fits ? { is: 'picture', kind, edgePx: width } : null;
}

/**
 * What the bytes of a tile are, by themselves and not by what they are called; null where they are
 * not what a map of this sort is made of.
 */
export function tileContent(
  bytes: Uint8Array,
  tiles: 'vector' | 'raster',
): VectorContent | PictureContent | null {
  return tiles === 'vector' ? vectorContent(bytes) : pictureContent(bytes);
}
