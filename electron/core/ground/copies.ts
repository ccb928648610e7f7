import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { failedBy } from '../db/failure.ts';
import { safeFileName } from '../fileName.ts';
import type { Random } from '../ports.ts';
import { HEADER_BYTES, readHeader } from './archive/header.ts';
import { refused } from './archive/refusals.ts';

/**
 * Archives that come in parts, because a browser tells no paths: they are copied into the account's
 * folder.
 */
export interface Copies {
  begin(name: string, sizeBytes: number): Promise<Result<{ copy: string }>>;
  add(copy: string, part: Uint8Array): Promise<Result<{ copiedBytes: number }>>;
  /** All is there. Gives where it lies. */
  end(copy: string): Promise<Result<{ file: string; name: string }>>;
  drop(copy: string): Promise<Result<Record<string, never>>>;
  /** Whether a file is one of those that were copied. */
  holds(file: string): boolean;
  /** What a crash left of copies that never ended. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** Copies that may be under way at once. */
const MOST_COPIES = 4;
const UNFINISHED = '.part';

interface Copy {
  readonly name: string;
  readonly file: string;
  readonly sizeBytes: number;
  readonly handle: FileHandle;
  copied: number;
}

const GONE = fail({
  kind: 'missing',
  code: 'ground.noCopy',
  message: 'This copy was given up before.',
  safe: 'The built-in map stays.',
});

const BUSY = fail({
  kind: 'local',
  code: 'ground.busy',
  message: 'Other map files are still being copied.',
  next: 'retry',
});

/** The first part tells whether the whole is an archive; no part may bring more than that holds. */
function checkPart({ copied, sizeBytes }: Copy, part: Uint8Array): Result<unknown> {
  if (copied + part.byteLength > sizeBytes) {
    return refused('ground.copy', 'More of the file came than it holds.');
  }
  return copied > 0 ? ok(null) : readHeader(part.subarray(0, HEADER_BYTES), sizeBytes);
}

/** @param folder of the account's ground */
export function createCopies(folder: string, random: Random): Copies {
  const files = path.join(folder, 'files');
  const underWay = new Map<string, Copy>();

  const forget = async (id: string, copy: Copy): Promise<void> => {
    underWay.delete(id);
    await copy.handle.close().catch(() => undefined);
    await rm(copy.file + UNFINISHED, { force: true });
  };
  return {
    async begin(name, sizeBytes) {
      if (underWay.size >= MOST_COPIES) return BUSY;
      const id = random.uuid();
      const bare = name.replace(/\.pmtiles$/i, '');
      const file = path.join(files, `${id}.pmtiles`);
      try {
        await mkdir(files, { recursive: true, mode: 0o700 });
        const handle = await open(file + UNFINISHED, 'wx', 0o600);
        const shown = safeFileName([bare], 'pmtiles', 'Map');
        underWay.set(id, { name: shown, file, sizeBytes, handle, copied: 0 });
        return ok({ copy: id });
      } catch (error) {
        return failedBy(error);
      }
    },
    async add(id, part) {
      const copy = underWay.get(id);
      if (copy === undefined) return GONE;
      const fits = checkPart(copy, part);
      if (!fits.ok) {
        await forget(id, copy);
        return fits;
      }
      const at = copy.copied;
      copy.copied += part.byteLength;
      try {
        await copy.handle.write(part, 0, part.byteLength, at);
      } catch (error) {
        await forget(id, copy);
        return failedBy(error);
      }
      return ok({ copiedBytes: copy.copied });
    },
    async end(id) {
      const copy = underWay.get(id);
      if (copy === undefined) return GONE;
      if (copy.copied !== copy.sizeBytes) {
        await forget(id, copy);
        return refused('ground.truncated', 'The file ended before all of it was copied.');
      }
      underWay.delete(id);
      try {
        await copy.handle.sync();
        await copy.handle.close();
        await rename(copy.file + UNFINISHED, copy.file);
        return ok({ file: copy.file, name: copy.name });
      } catch (error) {
        return failedBy(error);
      }
    },
    async drop(id) {
      const copy = underWay.get(id);
      if (copy !== undefined) await forget(id, copy);
      return ok({});
    },
    holds: (file) => path.dirname(file) === files,
    async clean() {
      for (const name of await readdir(files).catch(() => [])) {
        if (name.endsWith(UNFINISHED)) await rm(path.join(files, name), { force: true });
      }
    },
    async close() {
      for (const [id, copy] of [...underWay]) await forget(id, copy);
    },
  };
}
