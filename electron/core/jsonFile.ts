import path from 'node:path';
import * as z from 'zod/mini';
import { fail, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { readWhole, replaceWhole, setAside } from './atomicFile.ts';
import { failedBy } from './db/failure.ts';
import type { Random } from './ports.ts';

/** It may be only for a moment, as while a scanner or a backup looks at it: nothing may replace it. */
const NOT_READ = fail({
  kind: 'local',
  code: 'disk.notRead',
  message: 'A list in the data folder of Waybill can’t be read now.',
  safe: 'Nothing was changed; the list is as it was.',
  next: 'retry',
});

/** A small list in a file of an account's folder. */
export interface JsonFile<T> {
  /**
   * As it was saved; empty where there is none, and where it makes no sense: then it is set aside.
   * Errors (`local`): `disk.notRead`, where it is there and can't be read.
   */
  load(): Promise<Result<T>>;
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
      let text: string | null;
      try {
        text = await readWhole(file);
      } catch {
        return NOT_READ;
      }
      if (text === null) return ok(none);
      const parsed = z.safeParse(schema, parsedJson(text));
      if (parsed.success) return ok(parsed.data);
      await setAside(file, random).catch(() => undefined);
      return ok(none);
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
