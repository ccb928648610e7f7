import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
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
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!taken) throw error;
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

/** What is left of a folder whose removal was cut short. */
export function removeRemains(folder: string): Promise<void> {
  return rm(partOf(folder), { recursive: true, force: true });
}

/**
 * Packs a folder into a ZIP beside it, file by file.
 *
 * @returns the path of the ZIP
 */
export async function zipFolder(folder: string): Promise<string> {
  const target = zipOf(folder);
  const part = partOf(target);
  const handle = await open(part, 'w');
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
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file).split(path.sep).join('/');
      await writer.add(name, new BlobReader(await openAsBlob(file)));
    }
    await writer.close();
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, target);
  return target;
}
