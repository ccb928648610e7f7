import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { MOST_PACK_FILE_BYTES } from '../../../../shared/ipc/packs.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Copies } from '../../copies.ts';
import { REFUSED } from './format.ts';

/** The file of a pack that the system handed over by its path: copied in like one that a page brings. */

const PART_BYTES = 1024 * 1024;

const NOT_READ = fail({
  kind: 'local',
  code: 'packs.notRead',
  message: 'The file that was to be opened can’t be read.',
  safe: 'Nothing was changed.',
  next: 'none',
});

/** Gives the name of its copy. Errors: `packs.notRead`, `packs.fileTooLarge`, those of `Copies`. */
export async function copyFrom(copies: Copies, file: string): Promise<Result<string>> {
  const about = await stat(file).catch(() => null);
  // A pipe would be waited for, and a folder is no file.
  if (about?.isFile() !== true) return NOT_READ;
  if (about.size === 0) return REFUSED.notPack;
  if (about.size > MOST_PACK_FILE_BYTES) return REFUSED.tooLarge;
  const begun = await copies.begin(path.basename(file).slice(0, 300), about.size);
  if (!begun.ok) return begun;
  const { copy } = begun.value;
  const given = await giveAll(copies, copy, file);
  if (!given.ok) await copies.drop(copy);
  return given.ok ? ok(copy) : given;
}

async function giveAll(copies: Copies, copy: string, file: string): Promise<Result<unknown>> {
  const source = await open(file, 'r').catch(() => null);
  if (source === null) return NOT_READ;
  try {
    const part = new Uint8Array(PART_BYTES);
    for (;;) {
      const { bytesRead } = await source.read(part, 0, PART_BYTES, null);
      if (bytesRead === 0) return ok(null);
      const added = await copies.add(copy, part.slice(0, bytesRead));
      if (!added.ok) return added;
    }
  } catch {
    return NOT_READ;
  } finally {
    await source.close();
  }
}
