import { isZip } from '../../../../shared/rules/zipFile.ts';
import { readCsv } from './csv.ts';
import { foundIn, MOST_PIECES } from './found.ts';
import type { Found, Piece } from './found.ts';
import { readGeoJson } from './geoJson.ts';
import { MOST_BYTES } from './limits.ts';
import { readXml } from './xml.ts';
import { parseXml } from './xmlText.ts';

/**
 * Files of other programs that hold areas: GeoJSON, KML, KMZ, GPX and CSV, told by their content. It
 * runs in a worker: a large file takes as long as it takes, and the desk goes on meanwhile.
 */

const MOST_PARTS = 1_000;

/** Why a file can't be read; `say.ts` has the words. */
export type Refusal = 'tooLarge' | 'noKml' | 'broken' | 'unknown' | 'empty' | 'tooMany';

export type AreaFile =
  | { readonly ok: true; readonly found: readonly Found[] }
  | { readonly ok: false; readonly reason: Refusal };

const refused = (reason: Refusal): AreaFile => ({ ok: false, reason });

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

/** Takes in what comes out of an archive, up to the most; then it ends the stream. */
function collecting(): { stream: WritableStream; isFull(): boolean; bytes(): Uint8Array } {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    stream: new WritableStream<Uint8Array>({
      write(chunk) {
        size += chunk.byteLength;
        if (size > MOST_BYTES) throw new RangeError('It is too large');
        chunks.push(chunk);
      },
    }),
    isFull: () => size > MOST_BYTES,
    bytes() {
      const whole = new Uint8Array(size);
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.byteLength;
      }
      return whole;
    },
  };
}

/** The document inside a KMZ: the first KML of the archive. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array | Refusal> {
  const { Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js');
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  try {
    const entries = await archive.getEntries();
    if (entries.length > MOST_PARTS) return 'tooLarge';
    const entry = entries.find(({ filename }) => filename.toLowerCase().endsWith('.kml'));
    if (entry?.directory !== false) return 'noKml';
    // Archives may say anything of themselves; what comes out counts too, while it comes.
    if (entry.uncompressedSize > MOST_BYTES) return 'tooLarge';
    const out = collecting();
    await entry.getData(out.stream).catch((error: unknown) => {
      if (!out.isFull()) throw error;
    });
    return out.isFull() ? 'tooLarge' : out.bytes();
  } catch {
    return 'broken';
  } finally {
    await archive.close();
  }
}

function piecesOf(text: string, base: string): Piece[] | null {
  const nameless = (n: number): string => `${base} ${String(n)}`;
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('{')) return readGeoJson(start, nameless);
  if (start.startsWith('<')) {
    const root = parseXml(start);
    return root === null ? null : readXml(root, nameless);
  }
  return readCsv(start, nameless);
}

/** What a file holds: areas, and what can be none with the reason. Nothing is written. */
export async function readAreaFile(fileName: string, bytes: Uint8Array): Promise<AreaFile> {
  if (bytes.byteLength > MOST_BYTES) return refused('tooLarge');
  const content = isZip(bytes) ? await unpacked(bytes) : bytes;
  if (typeof content === 'string') return refused(content);
  const text = decoded(content);
  const base = fileName.replace(/\.[a-z]{3,7}$/i, '').slice(0, 100);
  const pieces = text === null ? null : piecesOf(text, base);
  if (pieces === null) return refused('unknown');
  if (pieces.length === 0) return refused('empty');
  if (pieces.length > MOST_PIECES) return refused('tooMany');
  return { ok: true, found: pieces.map(foundIn) };
}
