import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { attention, shellWords } from '../../shared/ipc/shell.ts';
import { ok, type Result } from '../../shared/result.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { ENGLISH_WORDS, type ShellWords } from '../../shared/rules/shellWords.ts';
import { createInTurn } from '../core/inTurn.ts';
import { jsonFile } from '../core/jsonFile.ts';
import type { AttentionSettings, Random } from '../core/ports.ts';
import { AT_FIRST } from './quiet.ts';

/** What the shell keeps from one start to the next, in `shell.json`. */

const NAME = 'shell.json';
/** Words of another version, which lack one or have one more, are none: the desk tells them anew. */
const words = z.catch(shellWords, ENGLISH_WORDS);
/** The version that a restart was to lead to. */
const attemptedUpdate = z.catch(z.nullable(z.string().check(z.maxLength(40))), null);
const schema = z.object({ attention, words, attemptedUpdate });

export interface ShellFile {
  attention(): AttentionSettings;
  /** The desk's words for what is said outside of it, as it told them last. */
  words(): ShellWords;
  load(): Promise<void>;
  /** Errors (`local`): those of `jsonFile`; what was set holds until the end then. */
  setAttention(settings: AttentionSettings): Promise<Result<Record<string, never>>>;
  /** The version that the last restart was to lead to; null where there was none. */
  attemptedUpdate(): string | null;
  setAttemptedUpdate(version: string | null): Promise<Result<Record<string, never>>>;
  /** True where they are others than before. */
  setWords(next: ShellWords): boolean;
}

/** The words of the last start, read at once: a start may fail before anything else can be read. */
export function rememberedWords(folder: string): ShellWords {
  try {
    const parsed = z.safeParse(
      z.object({ words }),
      parsedJson(readFileSync(path.join(folder, NAME), 'utf8')),
    );
    return parsed.success ? parsed.data.words : ENGLISH_WORDS;
  } catch {
    return ENGLISH_WORDS;
  }
}

type Saved = z.output<typeof schema>;

export function shellFile(folder: string, random: Random): ShellFile {
  const none: Saved = {
    ...{ attention: AT_FIRST, words: rememberedWords(folder), attemptedUpdate: null },
  };
  const file = jsonFile({ folder, name: NAME, schema, none, random });
  /** What the file held; null until it could be read. */
  let before: Omit<Saved, 'words'> | null = null;
  let changes: Partial<Saved> = {};
  const now = (): Saved => ({ ...none, ...before, ...changes });
  const read = async (): Promise<Result<unknown>> => {
    if (before !== null) return ok({});
    const saved = await file.load();
    if (!saved.ok) return saved;
    const { attention, attemptedUpdate } = saved.value;
    before = { attention, attemptedUpdate };
    return saved;
  };
  const saves = createInTurn();
  /** A file that can't be read holds more than what was changed here: nothing replaces it. */
  const save = (change: Partial<Saved>): Promise<Result<Record<string, never>>> => {
    changes = { ...changes, ...change };
    return saves.run(async () => {
      const there = await read();
      return there.ok ? file.save(now()) : there;
    });
  };
  return {
    attention: () => now().attention,
    words: () => now().words,
    load: () => saves.run(async () => void (await read())),
    setAttention: (settings) => save({ attention: settings }),
    attemptedUpdate: () => now().attemptedUpdate,
    setAttemptedUpdate: (version) => save({ attemptedUpdate: version }),
    setWords(next) {
      if (JSON.stringify(next) === JSON.stringify(now().words)) return false;
      // Where they can't be kept, the next start speaks as this one did.
      void save({ words: next });
      return true;
    },
  };
}
