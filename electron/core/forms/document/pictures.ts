import type { Undrawn } from './words.ts';

/** Pictures of an answer, looked at before the typesetter takes them apart. */

export interface Picture {
  bytes: Uint8Array;
  extension: 'png' | 'jpg' | 'gif' | 'webp';
  widthPx: number;
  heightPx: number;
}

/** A picture as a file. */
export interface Photo {
  /** Null for what is no picture, or too large for one. */
  file: { extension: string; bytes: Uint8Array } | null;
  /** What is wrong with it. */
  why: Undrawn | null;
}

/** Why a picture is not drawn. */
export type Undrawable = { why: Undrawn };

/** Larger ones would take more memory than all the rest: 40 million pixels are a large camera's. */
const MOST_PIXELS = 40_000_000;
const MOST_BYTES = 32 * 1024 * 1024;

interface Size {
  widthPx: number;
  heightPx: number;
}

function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size | null {
  if (bytes.length < 10) return null;
  return { widthPx: bytes.readUInt16LE(6), heightPx: bytes.readUInt16LE(8) };
}

/** Turns that lay a picture on its side, as cameras note them (Exif 2.32, 4.6.4 A, Orientation). */
const ON_ITS_SIDE = new Set([5, 6, 7, 8]);
const ORIENTATION = 0x0112;
/** Longer lists of facts are none of a camera. */
const MOST_FACTS = 200;

/** Whether the facts of a camera in a segment (APP1) say that the picture lies on its side. */
function liesOnSide(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = segment.subarray(6);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 10 || (order !== 'II' && order !== 'MM')) return false;
  const short = (at: number): number => {
    if (at + 2 > tiff.length) return 0;
    return order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const list = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let fact = 0; fact < Math.min(short(list), MOST_FACTS); fact += 1) {
    const at = list + 2 + fact * 12;
    if (short(at) === ORIENTATION) return ON_ITS_SIDE.has(short(at + 8));
  }
  return false;
}

/**
 * Size from the frame header, as the picture is drawn: what stands before it is skipped by its lengths,
 * but for how the camera was held.
 */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  let isTurned = false;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [heightPx, widthPx] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isTurned ? { heightPx: widthPx, widthPx: heightPx } : { heightPx, widthPx };
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9 || marker === 0xda) return null;
    else {
      const next = at + 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xe1) isTurned ||= liesOnSide(bytes.subarray(at + 4, next));
      at = next;
    }
  }
  return null;
}

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') {
    return { widthPx: bytes.readUIntLE(24, 3) + 1, heightPx: bytes.readUIntLE(27, 3) + 1 };
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8 ') return null;
  return {
    widthPx: bytes.readUInt16LE(26) & 0x3fff,
    heightPx: bytes.readUInt16LE(28) & 0x3fff,
  };
}

const SCAN = Buffer.from([0xff, 0xda]);

/** Where what is drawn begins, -1 where nothing is: what stands before it is skipped by its lengths. */
function scanIn(bytes: Buffer): number {
  let at = 2;
  while (at + 3 < bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return bytes.indexOf(SCAN, at);
}

/**
 * Behind the first start of a scan: a small picture among the camera's facts has an end of its own, and
 * what phones put behind a photo, such as a film, tells nothing of it.
 */
function jpegEnds(bytes: Buffer): boolean {
  const scan = scanIn(bytes);
  return scan !== -1 && bytes.includes(Buffer.from([0xff, 0xd9]), scan);
}

/** Some programs fill up with zeros. */
function gifEnds(bytes: Buffer): boolean {
  return bytes.findLast((byte) => byte !== 0) === 0x3b;
}

function webpEnds(bytes: Buffer): boolean {
  return bytes.length >= 8 && bytes.readUInt32LE(4) + 8 <= bytes.length;
}

const KINDS: readonly {
  starts: string;
  extension: Picture['extension'];
  size: (bytes: Buffer) => Size | null;
  /** Whether its end is there: one that broke off on its way lacks it. */
  ends: (bytes: Buffer) => boolean;
}[] = [
  {
    starts: '\x89PNG\r\n\x1a\n',
    extension: 'png',
    size: pngSize,
    ends: (bytes) => bytes.includes('IEND'),
  },
  { starts: '\xff\xd8\xff', extension: 'jpg', size: jpegSize, ends: jpegEnds },
  { starts: 'GIF8', extension: 'gif', size: gifSize, ends: gifEnds },
  { starts: 'RIFF', extension: 'webp', size: webpSize, ends: webpEnds },
];

function kindIn(bytes: Buffer): (typeof KINDS)[number] | undefined {
  const start = bytes.toString('latin1', 0, 8);
  return KINDS.find(({ starts }) => start.startsWith(starts));
}

/** A picture of any size; null where its kind or its size can't be read. */
export function anyPictureIn(bytes: Buffer): Picture | null {
  const kind = kindIn(bytes);
  const size = kind?.size(bytes) ?? null;
  if (kind === undefined || size === null) return null;
  if (size.widthPx === 0 || size.heightPx === 0) return null;
  return { bytes, extension: kind.extension, ...size };
}

/** What bytes are: a picture of a kind that is drawn, or why not. */
function pictureIn(bytes: Buffer): Picture | Undrawable | null {
  if (kindIn(bytes) === undefined) return null;
  const picture = anyPictureIn(bytes);
  if (picture === null) return { why: { is: 'damaged' } };
  const { widthPx, heightPx } = picture;
  return widthPx * heightPx > MOST_PIXELS ? { why: { is: 'pixels', widthPx, heightPx } } : picture;
}

/** The bytes of a data address; null where they are too many. */
function bytesOf(src: string): Buffer | null {
  const comma = src.indexOf(',');
  const isTooLarge = (src.length - comma) * 0.75 > MOST_BYTES;
  return isTooLarge ? null : Buffer.from(src.slice(comma + 1), 'base64');
}

/** The kind that a data address names, of those that are not drawn; null for another. */
function undrawnKind(src: string): string | null {
  const named = /^data:image\/([\w.+-]+)/i.exec(src)?.[1]?.toLowerCase() ?? '';
  return ['avif', 'bmp', 'tiff', 'heic'].includes(named) ? named : null;
}

/** Of a picture's data address: its bytes, by what they are and not by what they are called. */
export function pictureOf(src: string): Picture | Undrawable {
  const bytes = bytesOf(src);
  if (bytes === null) return { why: { is: 'tooLarge' } };
  const picture = pictureIn(bytes);
  if (picture !== null) return picture;
  const kind = undrawnKind(src);
  return { why: kind === null ? { is: 'noPicture' } : { is: 'kind', kind: kind.toUpperCase() } };
}

/** A picture as the camera made it: what can't be drawn is a file all the same. */
export function photoOf(src: string): Photo {
  const bytes = bytesOf(src);
  if (bytes === null) return { file: null, why: { is: 'tooLarge' } };
  const kind = kindIn(bytes);
  if (kind !== undefined) {
    const isWhole = kind.size(bytes) !== null && kind.ends(bytes);
    return { file: { extension: kind.extension, bytes }, why: isWhole ? null : { is: 'damaged' } };
  }
  const extension = undrawnKind(src);
  return extension === null
    ? { file: null, why: { is: 'noPicture' } }
    : { file: { extension, bytes }, why: null };
}
