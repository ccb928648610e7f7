import path from 'node:path';
import * as z from 'zod/mini';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { readWhole, replaceWhole, setAside } from './atomicFile.ts';
import { failedBy } from './db/failure.ts';
import type { Random } from './ports.ts';

/** A small list in a file of an account's folder. */
export interface JsonFile<T> {
  /** As it was saved; empty where there is none, and where it can't be read: then it is set aside. */
  load(): Promise<T>;
  /** Replaces it as a whole or not at all. Errors (`local`): `disk.full`, `db.readonly`. */
  save(content: T): Promise<Result<Record<string, never>>>;
}

export function jsonFile<S extends z.ZodMiniType>({
  folder,
  name,
  schema,
  none,
  random,
}: {
  folder: string;
  name: string;
  schema: S;
  /** What it holds where there is none. */
  none: z.output<S>;
  random: Random;
}): JsonFile<z.output<S>> {
  const file = path.join(folder, name);
  return {
    async load() {
      const text = await readWhole(file).catch(() => null);
      if (text === null) return none;
      const parsed = z.safeParse(schema, parsedJson(text));
      if (parsed.success) return parsed.data;
      await setAside(file, random).catch(() => undefined);
      return none;
    },
    async save(content) {
      try {
        await replaceWhole(file, `${JSON.stringify(content, null, 2)}\n`, random);
        return ok({});
      } catch (error) {
        return failedBy(error);
      }
    },
  };
}
