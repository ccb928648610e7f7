import {
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  configure,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Entry, FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';

/** Small ZIP files of texts. Names inside are only compared: nothing is ever unpacked to a disk. */

configure({ useWebWorkers: false });

/** More files than a reader of ours looks at. */
const MOST_ENTRIES = 64;

/** Packs texts by their names. Times inside are those of `atMs`. */
export async function packTexts(
  files: readonly (readonly [string, string])[],
  atMs: number,
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: new Date(atMs),
    useWebWorkers: false,
  });
  for (const [name, text] of files) await writer.add(name, new TextReader(text));
  return writer.close();
}

/** Why a file gives no text. */
export type Unreadable = 'notZip' | 'damaged' | 'tooLarge' | 'absent';

/**
 * One text out of a ZIP. Checksums are verified, headers must agree with each other, entries may
 * not overlap, and no more than `mostBytes` are ever inflated, whatever the file says of itself.
 */
export async function unpackText(
  bytes: Uint8Array,
  name: string,
  mostBytes: number,
): Promise<{ ok: true; text: string } | { ok: false; why: Unreadable }> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    strictness: 'strict',
    checkOverlappingEntry: true,
    checkCrc32: true,
    useWebWorkers: false,
  });
  try {
    const found = await entryOf(reader, name);
    if (typeof found === 'string') return { ok: false, why: found };
    return await inflate(found, mostBytes);
  } finally {
    await reader.close().catch(() => undefined);
  }
}

async function entryOf(
  reader: ZipReader<Uint8Array>,
  name: string,
): Promise<FileEntry | Unreadable> {
  const named: Entry[] = [];
  let seen = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      seen += 1;
      if (seen > MOST_ENTRIES) return 'tooLarge';
      if (entry.filename === name) named.push(entry);
    }
  } catch {
    return 'notZip';
  }
  const [first] = named;
  // Two of the same name: which of them counts would be a guess.
  if (named.length > 1) return 'damaged';
  return first === undefined || first.directory ? 'absent' : first;
}

async function inflate(
  entry: FileEntry,
  mostBytes: number,
): Promise<{ ok: true; text: string } | { ok: false; why: Unreadable }> {
  if (entry.uncompressedSize > mostBytes) return { ok: false, why: 'tooLarge' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.byteLength;
      if (size > mostBytes) throw new RangeError('larger than it says');
      chunks.push(chunk.slice());
    },
  });
  try {
    await entry.getData(sink);
    return {
      ok: true,
      text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)),
    };
  } catch {
    return { ok: false, why: size > mostBytes ? 'tooLarge' : 'damaged' };
  }
}
