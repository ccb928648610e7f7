import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { failedBy } from './db/failure.ts';
import { safeFileName } from './fileName.ts';
import type { Random } from './ports.ts';

/**
 * Large files that come in parts, because a browser tells no paths: they are copied into the account's
 * folder under names of our own.
 */
export interface Copies {
  begin(name: string, sizeBytes: number): Promise<Result<{ copy: string }>>;
  add(copy: string, part: Uint8Array): Promise<Result<{ copiedBytes: number }>>;
  /** All is there. Gives where it lies. */
  end(copy: string): Promise<Result<{ file: string; name: string }>>;
  drop(copy: string): Promise<Result<Record<string, never>>>;
  /** Whether a file is one of those that were copied. */
  holds(file: string): boolean;
  /** Where a copy of that name lies, or will lie. */
  place(copy: string): string;
  /**
   * What an earlier run left: copies that never ended, and whole ones that nobody needs any more.
   * It looks through the folder beside copies that begin meanwhile, and leaves those alone.
   */
  clean(isNeeded?: (copy: string) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** What is copied, and what is said of a copy that can't be. */
export interface CopyKind {
  /** Of the files, without a dot. */
  ending: string;
  /** A file is called so where nothing is left of its own name. */
  fallback: string;
  /** The first part tells whether the whole is of this kind at all. */
  check(firstPart: Uint8Array, sizeBytes: number): Result<unknown>;
  gone: Result<never>;
  busy: Result<never>;
  /** More came than the file holds. */
  more: Result<never>;
  truncated: Result<never>;
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

/** No part may bring more than the file holds. */
function checkPart(kind: CopyKind, { copied, sizeBytes }: Copy, part: Uint8Array): Result<unknown> {
  if (copied + part.byteLength > sizeBytes) return kind.more;
  return copied > 0 ? ok(null) : kind.check(part, sizeBytes);
}

/** Writes the next part of a copy; the number of its bytes so far. Throws what the disk says. */
async function write(copy: Copy, part: Uint8Array): Promise<number> {
  const at = copy.copied;
  copy.copied += part.byteLength;
  // A disk that fills up takes a part of it without a word, and refuses the rest.
  for (let done = 0; done < part.byteLength;) {
    const { bytesWritten } = await copy.handle.write(part, done, part.byteLength - done, at + done);
    done += bytesWritten;
  }
  return copy.copied;
}

/** A copy that is whole gets its name. Throws what the disk says. */
async function finish({ file, handle }: Copy): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(file + UNFINISHED, file);
}

/** Removes copies that never ended, and whole ones that nobody needs; those of this run stay. */
async function cleanFolder(
  files: string,
  ending: string,
  isOurs: (copy: string) => boolean,
  isNeeded: (copy: string) => boolean,
): Promise<void> {
  for (const name of await readdir(files).catch(() => [])) {
    const isUnfinished = name.endsWith(UNFINISHED);
    const whole = isUnfinished ? name.slice(0, -UNFINISHED.length) : name;
    const copy = whole.slice(0, -1 - ending.length);
    if (isOurs(copy) || (!isUnfinished && isNeeded(copy))) continue;
    // What can't be removed takes room, and stops nothing.
    await rm(path.join(files, name), { force: true }).catch(() => undefined);
  }
}

/** @param files the folder that holds them and nothing else */
export function createCopies(files: string, random: Random, kind: CopyKind): Copies {
  const place = (copy: string): string => path.join(files, `${copy}.${kind.ending}`);
  const underWay = new Map<string, Copy>();
  /** Of this run, whether they are under way or ended. */
  const begun = new Set<string>();
  let closed = false;

  const forget = async (id: string, copy: Copy): Promise<void> => {
    underWay.delete(id);
    await copy.handle.close().catch(() => undefined);
    await rm(copy.file + UNFINISHED, { force: true });
  };
  return {
    async begin(name, sizeBytes) {
      if (closed) return kind.gone;
      if (underWay.size >= MOST_COPIES) return kind.busy;
      const id = random.uuid();
      begun.add(id);
      const end = `.${kind.ending}`;
      const bare = name.toLowerCase().endsWith(end) ? name.slice(0, -end.length) : name;
      const file = place(id);
      try {
        await mkdir(files, { recursive: true, mode: 0o700 });
        const handle = await open(file + UNFINISHED, 'wx', 0o600);
        const shown = safeFileName([bare], kind.ending, kind.fallback);
        underWay.set(id, { name: shown, file, sizeBytes, handle, copied: 0 });
        return ok({ copy: id });
      } catch (error) {
        return failedBy(error);
      }
    },
    async add(id, part) {
      const copy = underWay.get(id);
      if (copy === undefined) return kind.gone;
      const fits = checkPart(kind, copy, part);
      if (!fits.ok) {
        await forget(id, copy);
        return fits;
      }
      try {
        return ok({ copiedBytes: await write(copy, part) });
      } catch (error) {
        await forget(id, copy);
        return failedBy(error);
      }
    },
    async end(id) {
      const copy = underWay.get(id);
      if (copy === undefined) return kind.gone;
      if (copy.copied !== copy.sizeBytes) {
        await forget(id, copy);
        return kind.truncated;
      }
      underWay.delete(id);
      try {
        await finish(copy);
        return ok({ file: copy.file, name: copy.name });
      } catch (error) {
        await rm(copy.file + UNFINISHED, { force: true }).catch(() => undefined);
        return failedBy(error);
      }
    },
    async drop(id) {
      const copy = underWay.get(id);
      if (copy !== undefined) await forget(id, copy);
      return ok({});
    },
    holds: (file) => path.dirname(file) === files,
    place,
    clean: (isNeeded = () => true) =>
      cleanFolder(files, kind.ending, (copy) => begun.has(copy), isNeeded),
    async close() {
      closed = true;
      for (const [id, copy] of [...underWay]) await forget(id, copy);
    },
  };
}
