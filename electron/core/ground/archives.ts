import { stat } from 'node:fs/promises';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { openArchive, type Archive } from './archive/archive.ts';
import { damaged, unreadable } from './archive/refusals.ts';
import { tileContent } from './tileContent.ts';

/** The archives that are open, by their paths. */
export interface Archives {
  /** The open one, or opens it: anew where the file is another one than before. */
  of(file: string): Promise<Result<Archive>>;
  tile(file: string, z: number, x: number, y: number): Promise<Result<Uint8Array | null>>;
  /** Closes one, so that its file may be moved or its disk taken out. */
  forget(file: string): Promise<void>;
  close(): Promise<void>;
}

export function createArchives(): Archives {
  const opened = new Map<string, Promise<Result<Archive>>>();

  const forget = async (file: string): Promise<void> => {
    const archive = await opened.get(file);
    opened.delete(file);
    if (archive?.ok === true) await archive.value.close().catch(() => undefined);
  };
  const openAnew = (file: string): Promise<Result<Archive>> => {
    const opening = openArchive(file);
    opened.set(file, opening);
    return opening.then((archive) => {
      // What could not be opened is tried again the next time.
      if (!archive.ok && opened.get(file) === opening) opened.delete(file);
      return archive;
    });
  };
  const of = async (file: string): Promise<Result<Archive>> => {
    const known = opened.get(file);
    if (known === undefined) return openAnew(file);
    const archive = await known;
    if (!archive.ok) return archive;
    try {
      const { size, mtimeMs } = await stat(file);
      const { sizeBytes, changedAt } = archive.value;
      if (size === sizeBytes && Math.round(mtimeMs) === changedAt) return archive;
    } catch (error) {
      await forget(file);
      return unreadable(error);
    }
    if (opened.get(file) !== known) return of(file);
    await forget(file);
    return openAnew(file);
  };

  return {
    of,
    async tile(file, z, x, y) {
      const archive = await of(file);
      if (!archive.ok) return archive;
      const { header } = archive.value;
      const bytes = await archive.value.tile(z, x, y);
      if (!bytes.ok || bytes.value === null) return bytes;
      // The specification of MapLibre's own tiles is young: they are as large as they say, no more
      // is known of them here.
      if (header.tileKind === 'mlt') return bytes;
      const tiles = header.tileKind === 'mvt' ? 'vector' : 'raster';
      if (tileContent(bytes.value, tiles) === null) {
        return damaged('a tile is not what it claims to be');
      }
      return ok(bytes.value);
    },
    forget,
    async close() {
      await Promise.all([...opened.keys()].map(forget));
    },
  };
}
