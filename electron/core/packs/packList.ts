import * as z from 'zod/mini';
import { packWish } from '../../../shared/ipc/packs.ts';
import { epochMs } from '../../../shared/ipc/shapes.ts';
import { jsonFile, type JsonFile } from '../jsonFile.ts';
import type { Random } from '../ports.ts';

/** The packs that an account keeps, in `packs.json` of its folder. */

export const savedPack = z.object({
  id: z.string(),
  madeAt: epochMs,
  wish: packWish,
  /** Whether lists and routes are still to be read; answers and regions know themselves. */
  state: z.enum(['running', 'paused', 'done']),
  /** What was read before is read anew. */
  since: z.number(),
  /** The request for its answers; null where all were here. */
  request: z.nullable(z.string()),
  regions: z.array(z.string()),
  /** Set for one that came as a file. */
  file: z._default(
    z.nullable(
      z.object({
        /** When the file was made. */
        madeAt: epochMs,
        /** The copy of which something is still to be taken; null once all was. */
        copy: z.nullable(z.string()),
        /** Records that came with it, by their list. */
        records: z.record(z.string(), z.number()),
        maps: z.array(z.object({ id: z.string(), tiles: z.number(), oldestAt: epochMs })),
      }),
    ),
    null,
  ),
});
export type SavedPack = z.output<typeof savedPack>;

const listSchema = z.object({ version: z.literal(1), packs: z.array(savedPack) });
export type SavedPacks = z.output<typeof listSchema>;

/** @param folder of the account */
export function createPackList(folder: string, random: Random): JsonFile<SavedPacks> {
  const none = { version: 1, packs: [] } as const;
  return jsonFile({
    ...{ folder, name: 'packs.json', schema: listSchema, random },
    none: { ...none, packs: [] },
  });
}
