import * as z from 'zod/mini';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { packWish } from '../../../shared/ipc/packs.ts';
import { epochMs } from '../../../shared/ipc/shapes.ts';
import { createInTurn } from '../inTurn.ts';
import { jsonFile, type JsonFile } from '../jsonFile.ts';
import type { Random } from '../ports.ts';
import { Refusal } from '../db/refusal.ts';
import { NO_ACCOUNT_OPEN } from '../refusals.ts';

/** The packs that an account keeps, in `packs.json` of its folder. */

export const savedPack = z.object({
  id: z.string(),
  madeAt: epochMs,
  wish: packWish,
  /** Whether lists and routes are still to be read; answers and regions know themselves. */
  state: z.enum(['running', 'paused', 'done']),
  /** What was read before is read anew. */
  since: z.number(),
  /** The request for its answers; null until it is asked, and where there are none. */
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

/** Whether its answers were asked for: a kill may have come between. */
export function hasAsked({ request, wish }: SavedPack): boolean {
  return request !== null || wish.answers.length === 0;
}

/**
 * The requests that may be there for its answers. They are called as the pack, so that one is found
 * that the list does not tell of yet; packs of older versions have one of another name.
 */
export function requestsOf({ id, request }: SavedPack): string[] {
  return request === null || request === id ? [id] : [id, request];
}

/** @param folder of the account */
export function createPackFile(folder: string, random: Random): JsonFile<SavedPacks> {
  const none = { version: 1, packs: [] } as const;
  return jsonFile({
    ...{ folder, name: 'packs.json', schema: listSchema, random },
    none: { ...none, packs: [] },
  });
}

/** Besides what stands in the file. */
export interface PackListActs {
  /** Called once, when the list was read. */
  read(packs: readonly SavedPack[]): Promise<void>;
  /** Called before a change is saved, which it may refuse. */
  change(
    before: readonly SavedPack[],
    now: readonly SavedPack[],
  ): Promise<Result<Record<string, never>>>;
}

/** The list as it is now: read when it is first asked for, changed by one after the other. */
export class PackList {
  readonly #file: JsonFile<SavedPacks>;
  readonly #acts: PackListActs;
  #list: Promise<readonly SavedPack[]> | null = null;
  readonly #changes = createInTurn();
  #closed = false;

  constructor(file: JsonFile<SavedPacks>, acts: PackListActs) {
    this.#file = file;
    this.#acts = acts;
  }

  /** Throws a `Refusal` where it can't be read now; it is tried again for the next question. */
  known(): Promise<readonly SavedPack[]> {
    return (this.#list ??= this.#read());
  }

  /** Changes the list on disk. Errors: those of the change, `account.none`, those of the disk. */
  change(
    change: (packs: readonly SavedPack[]) => Result<SavedPack[]>,
  ): Promise<Result<Record<string, never>>> {
    return this.#changes.run(async () => {
      if (this.#closed) return NO_ACCOUNT_OPEN;
      const known = await this.known();
      const next = change(known);
      if (!next.ok) return next;
      const allowed = await this.#acts.change(known, next.value);
      if (!allowed.ok) return allowed;
      const saved = await this.#file.save({ version: 1, packs: next.value });
      if (!saved.ok) {
        // The list stands as it was, and so does what is noted beside it.
        await this.#acts.change(next.value, known).catch(() => undefined);
        return saved;
      }
      this.#list = Promise.resolve(next.value);
      return ok({});
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#changes.ended();
    // It looks through the folder, where the next opening of the account may be copying already.
    await this.#list?.catch(() => undefined);
  }

  async #read(): Promise<readonly SavedPack[]> {
    const loaded = await this.#file.load();
    if (!loaded.ok) {
      this.#list = null;
      throw new Refusal(loaded.error);
    }
    const { packs } = loaded.value;
    await this.#acts.read(packs);
    return packs;
  }
}
