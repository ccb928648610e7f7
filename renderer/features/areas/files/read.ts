import { areaText } from '../../../text/en.ts';
import { readCsv } from './csv.ts';
import { foundIn } from './found.ts';
import type { Found, Piece } from './found.ts';
import { readGeoJson } from './geoJson.ts';
import { readXml } from './xml.ts';
import type { XmlNode } from './xml.ts';

/** Files of other programs that hold areas: GeoJSON, KML, KMZ, GPX and CSV, told by their content. */

/** What a file may hold, packed and unpacked. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_PIECES = 5_000;
const MOST_PARTS = 1_000;
/** A file is looked through in stretches of so many pieces, between which the desk goes on. */
const STRETCH = 50;

/** What the desk is asked for while a file is read. */
export interface Reading {
  /** The document of an XML text; null where it is none. */
  parseXml: (text: string) => XmlNode | null;
  /** Lets the desk draw and listen for a moment. */
  pause: () => Promise<void>;
}

export type AreaFile =
  | { readonly ok: true; readonly found: readonly Found[] }
  | { readonly ok: false; readonly reason: string };

const words = areaText.files;
const refused = (reason: string): AreaFile => ({ ok: false, reason });
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4_096).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The document inside a KMZ: the first KML of the archive. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array | string> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } =
    await import('@zip.js/zip.js/lib/zip-core-native.js');
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  try {
    const entries = await archive.getEntries();
    if (entries.length > MOST_PARTS) return words.refused.tooLarge;
    const entry = entries.find(({ filename }) => filename.toLowerCase().endsWith('.kml'));
    if (entry?.directory !== false) return words.refused.noKml;
    // Archives may say anything of themselves; what comes out counts too.
    if (entry.uncompressedSize > MOST_BYTES) return words.refused.tooLarge;
    const content = await entry.getData(new Uint8ArrayWriter());
    return content.byteLength > MOST_BYTES ? words.refused.tooLarge : content;
  } catch {
    return words.refused.broken;
  } finally {
    await archive.close();
  }
}

function piecesOf(text: string, base: string, parseXml: Reading['parseXml']): Piece[] | null {
  const nameless = (n: number): string => `${base} ${String(n)}`;
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('{')) return readGeoJson(start, nameless);
  if (start.startsWith('<')) {
    const document = parseXml(start);
    return document === null ? null : readXml(document, nameless);
  }
  return readCsv(start, nameless);
}

/** What a file holds: areas, and what can be none with the reason. Nothing is written. */
export async function readAreaFile(
  fileName: string,
  bytes: Uint8Array,
  { parseXml, pause }: Reading,
): Promise<AreaFile> {
  if (bytes.byteLength > MOST_BYTES) return refused(words.refused.tooLarge);
  const content = isZip(bytes) ? await unpacked(bytes) : bytes;
  if (typeof content === 'string') return refused(content);
  const text = decoded(content);
  const base = fileName.replace(/\.[a-z]{3,7}$/i, '').slice(0, 100);
  const pieces = text === null ? null : piecesOf(text, base, parseXml);
  if (pieces === null) return refused(words.refused.unknown);
  if (pieces.length === 0) return refused(words.refused.empty);
  if (pieces.length > MOST_PIECES) return refused(words.refused.tooMany(MOST_PIECES));
  const found: Found[] = [];
  for (const [n, piece] of pieces.entries()) {
    found.push(foundIn(piece));
    if (n % STRETCH === STRETCH - 1) await pause();
  }
  return { ok: true, found };
}
