import { createHash } from 'node:crypto';
import { existsSync, openAsBlob, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ZipWriter, BlobReader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** Files of an export: whole or not there at all. */

/** What is being written is called so, and nothing else is. */
const PART = '.waybill-part';

/** Where a file is written until it is whole. */
export const partOf = (file: string): string => `${file}${PART}`;

/** Writes a file beside its place, brings it to the disk and puts it there. */
export async function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  const part = partOf(file);
  const handle = await open(part, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Takes away what a crash left half written, below a folder. */
export async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) if (name.endsWith(PART)) await rm(path.join(folder, name));
}

/** A folder inside of one that has to be there: where that is gone none comes in its place. */
export async function innerFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** What the system calls a failure, such as `ENOENT`; null where it has no name. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** Whether a failure is about something in a folder, or about what is made beside it of it. */
export function failedIn(error: unknown, folder: string): boolean {
  if (!(error instanceof Error)) return false;
  return 'path' in error && typeof error.path === 'string' && error.path.startsWith(folder);
}

/** Of files by their paths inside of a folder, with `/`, those that are not there. */
export async function lacking(folder: string, files: readonly string[]): Promise<Set<string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const there = new Set(names.map((name) => name.split(path.sep).join('/')));
  // Some systems give a name back in another spelling of its accents.
  return new Set(files.filter((file) => !there.has(file) && !existsSync(path.join(folder, file))));
}

/** A folder of that name that was not there before, and whose ZIP was not either. */
export async function freshFolder(parent: string, name: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (let number = 1; ; number += 1) {
    const folder = path.join(parent, number === 1 ? name : `${name} (${number})`);
    if (existsSync(zipOf(folder))) continue;
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** The ZIP of a folder, beside it. */
const zipOf = (folder: string): string => `${folder}.zip`;

/**
 * Takes a folder away that was packed. It goes under a name that nothing else has: the next export may
 * take its own, or somebody who unpacks the ZIP.
 */
export async function removePacked(folder: string): Promise<void> {
  await rename(folder, partOf(folder));
  await removeRemains(folder);
}

/** By what a folder is known again: another one may take its name. Null where none is there. */
export function folderMark(folder: string): string | null {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

/** What is left of a folder whose removal was cut short. */
export function removeRemains(folder: string): Promise<void> {
  return rm(partOf(folder), { recursive: true, force: true });
}

/**
 * Packs a folder into a ZIP beside it, file by file.
 *
 * @param stopped asked before each file
 * @returns the path of the ZIP; null where it was stopped
 * @throws where the folder or the disk refuses; half a ZIP never stays, which would take what room is left
 */
export async function zipFolder(folder: string, stopped: () => boolean): Promise<string | null> {
  const target = zipOf(folder);
  const part = partOf(target);
  try {
    await pack(folder, part, stopped);
    if (stopped()) return null;
    await rename(part, target);
    return target;
  } finally {
    // Where the folder refuses that too, the next run writes over it.
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Writes the files of a folder into a ZIP, until it is stopped. */
async function pack(folder: string, file: string, stopped: () => boolean): Promise<void> {
  const handle = await open(file, 'w');
  try {
    const writer = new ZipWriter(
      new WritableStream<Uint8Array>({
        async write(chunk) {
          await handle.writeFile(chunk);
        },
      }),
      // PDFs and photos are packed already.
      { level: 0, useWebWorkers: false },
    );
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    for (const entry of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (stopped()) break;
      const from = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, from).split(path.sep).join('/');
      await writer.add(name, new BlobReader(await openAsBlob(from)));
    }
    await writer.close();
    await handle.sync();
  } finally {
    await handle.close();
  }
}
