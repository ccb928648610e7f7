import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { BlobReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import * as z from 'zod/mini';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { parsedJson } from '../../../../shared/rules/jsonValue.ts';
import { failedBy } from '../../db/failure.ts';
import {
  ABOUT,
  ALL_NAMES,
  LINES,
  MOST_ABOUT_BYTES,
  MOST_LINE_BYTES,
  MOST_UNPACKED_BYTES,
  REFUSED,
  anyAbout,
  lineFileName,
  mapFileName,
  packAbout,
  type LineFile,
  type LineOf,
  type PackAbout,
} from './format.ts';

/** Reads the file of a pack by parts. Nothing in it is believed: neither names, sizes nor counts. */

const NEWLINE = 0x0a;

/** Ends the reading of a file that is refused; never leaves this folder. */
export class RefusedFile extends Error {
  readonly result: (typeof REFUSED)[keyof typeof REFUSED];
  constructor(why: keyof typeof REFUSED) {
    super(why);
    this.result = REFUSED[why];
  }
}

/** Runs what reads a file: a refusal is data. */
export async function refusing<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    return error instanceof RefusedFile ? error.result : failedBy(error);
  }
}

export interface OpenPack {
  readonly about: PackAbout;
  /** Its readings one after the other. Throws `RefusedFile`. */
  lines<File extends LineFile>(file: File): AsyncGenerator<LineOf<File>>;
  /** Puts one of its maps into a file of ours. Throws `RefusedFile`, and what the disk throws. */
  extractMap(at: number, to: string): Promise<void>;
  close(): Promise<void>;
}

/** What has been unpacked of a file so far. */
class Unpacked {
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MOST_UNPACKED_BYTES) throw new RefusedFile('tooLarge');
  }
}

async function* bytesOf(entry: FileEntry, unpacked: Unpacked): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reader = readable.getReader();
  // Checksum and size are told at its end; what it says is heard there.
  const done = entry.getData(writable).then(
    () => null,
    (error: unknown) => {
      // One that fails before its first byte ends no stream: whoever reads would wait for ever.
      void reader.cancel().catch(() => undefined);
      return error ?? new RefusedFile('damaged');
    },
  );
  try {
    for (;;) {
      const next = await reader.read().catch(() => null);
      if (next === null) throw new RefusedFile('damaged');
      if (next.done) break;
      unpacked.add(next.value.byteLength);
      yield next.value;
    }
    if ((await done) !== null) throw new RefusedFile('damaged');
  } finally {
    await reader.cancel().catch(() => undefined);
    await done;
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new RefusedFile('damaged');
  }
}

async function wholeOf(entry: FileEntry, most: number, unpacked: Unpacked): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytesOf(entry, unpacked)) {
    size += part.byteLength;
    if (size > most) throw new RefusedFile('tooLarge');
    parts.push(part.slice());
  }
  return textOf(parts);
}

async function* linesOf(entry: FileEntry, unpacked: Unpacked): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesOf(entry, unpacked)) {
    for (let from = 0; from < chunk.byteLength;) {
      const found = chunk.indexOf(NEWLINE, from);
      const until = found === -1 ? chunk.byteLength : found;
      size += until - from;
      if (size > MOST_LINE_BYTES) throw new RefusedFile('tooLarge');
      parts.push(chunk.slice(from, until));
      from = until + 1;
      if (found === -1) break;
      yield textOf(parts);
      [parts, size] = [[], 0];
    }
  }
  // Each line ends with its own sign: what has none was cut off.
  if (size > 0) throw new RefusedFile('damaged');
}

async function* parsedLines<File extends LineFile>(
  entry: FileEntry,
  file: File,
  count: number,
  unpacked: Unpacked,
): AsyncGenerator<LineOf<File>> {
  let seen = 0;
  for await (const text of linesOf(entry, unpacked)) {
    seen += 1;
    const parsed = z.safeParse(LINES[file], parsedJson(text));
    if (!parsed.success || seen > count) throw new RefusedFile('damaged');
    // TypeScript does not follow which schema belongs to which name.
    yield parsed.data as LineOf<File>;
  }
  if (seen !== count) throw new RefusedFile('damaged');
}

async function entriesOf(zip: ZipReader<unknown>): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  let seen = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      seen += 1;
      if (seen > ALL_NAMES.size) throw new RefusedFile('notPack');
      const { filename, directory } = entry;
      // Two of one name: which of them counts would be a guess.
      if (directory || entries.has(filename)) throw new RefusedFile('damaged');
      entries.set(filename, entry);
    }
  } catch (error) {
    throw error instanceof RefusedFile ? error : new RefusedFile('notPack');
  }
  return entries;
}

async function aboutOf(
  entries: ReadonlyMap<string, FileEntry>,
  unpacked: Unpacked,
): Promise<PackAbout> {
  const entry = entries.get(ABOUT);
  if (entry === undefined) throw new RefusedFile('notPack');
  const json = parsedJson(await wholeOf(entry, MOST_ABOUT_BYTES, unpacked));
  const any = z.safeParse(anyAbout, json);
  if (!any.success) throw new RefusedFile('notPack');
  if (any.data.version > 1) throw new RefusedFile('newer');
  const about = z.safeParse(packAbout, json);
  if (!about.success) throw new RefusedFile('damaged');
  const { maps } = about.data;
  const named = new Set([
    ...Object.keys(LINES).map((file) => `${file}.ndjson`),
    ...maps.map((_, at) => mapFileName(at)),
    ABOUT,
  ]);
  // Neither more nor less than it says.
  if (named.size !== entries.size || ![...named].every((name) => entries.has(name))) {
    throw new RefusedFile('damaged');
  }
  return about.data;
}

/**
 * Opens the file of a pack and reads its description. Errors (`invalid`): `packs.notPack`,
 * `packs.newer`, `packs.damaged`, `packs.fileTooLarge`; those of the disk.
 */
export function openPack(file: string): Promise<Result<OpenPack>> {
  return refusing(async () => {
    const zip = new ZipReader(new BlobReader(await openAsBlob(file)), {
      strictness: 'strict',
      checkOverlappingEntry: true,
      checkCrc32: true,
      useWebWorkers: false,
    });
    const unpacked = new Unpacked();
    try {
      const entries = await entriesOf(zip);
      const about = await aboutOf(entries, unpacked);
      const entryOf = (name: string): FileEntry => {
        const entry = entries.get(name);
        if (entry === undefined) throw new RefusedFile('damaged');
        return entry;
      };
      return ok({
        about,
        lines: (name) =>
          parsedLines(entryOf(lineFileName(name)), name, about.lines[name], unpacked),
        async extractMap(at, to) {
          const handle = await open(to, 'w', 0o600);
          try {
            for await (const part of bytesOf(entryOf(mapFileName(at)), unpacked)) {
              await handle.writeFile(part);
            }
            await handle.sync();
          } catch (error) {
            await rm(to, { force: true });
            throw error;
          } finally {
            await handle.close();
          }
        },
        close: () => zip.close().catch(() => undefined),
      });
    } catch (error) {
      await zip.close().catch(() => undefined);
      throw error;
    }
  });
}
