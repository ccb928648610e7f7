import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { refuseOthers } from './db/failure.ts';
import type { Random } from './ports.ts';

/** Small files of our own, such as lists in JSON and fonts: whole or not there at all, for their owner alone. */

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

/** The text of a file; null where there is none. Throws what the file system throws. */
export async function readWhole(file: string): Promise<string | null> {
  try {
    refuseOthers(file);
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

/** Moves a file that can't be understood out of the way, beside its place. */
export async function setAside(file: string, random: Random): Promise<void> {
  await rename(file, `${file}.damaged-${random.uuid()}`);
}

/** Removes what a kill left of a file that was about to be replaced. */
export async function dropUnfinished(file: string): Promise<void> {
  const folder = path.dirname(file);
  const begin = `${path.basename(file)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(begin) || !name.endsWith('.tmp')) continue;
    await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  }
}

/** A rename is on disk only when its folder is. Windows knows no such sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file, and makes its folder where there is none. Throws what the file system throws; the
 * file is as it was then.
 */
export async function replaceWhole(
  file: string,
  content: string | Uint8Array,
  random: Random,
): Promise<void> {
  const temporary = `${file}.${random.uuid()}.tmp`;
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncFolder(folder);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cause;
  }
}
