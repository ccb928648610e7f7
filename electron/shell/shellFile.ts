import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { attention, shellWords } from '../../shared/ipc/shell.ts';
import type { Result } from '../../shared/result.ts';
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

export function shellFile(folder: string, random: Random): ShellFile {
  let now: z.output<typeof schema> = {
    ...{ attention: AT_FIRST, words: rememberedWords(folder), attemptedUpdate: null },
  };
  const file = jsonFile({ folder, name: NAME, schema, none: now, random });
  const saves = createInTurn();
  const save = (): Promise<Result<Record<string, never>>> => saves.run(() => file.save(now));
  return {
    attention: () => now.attention,
    words: () => now.words,
    async load() {
      const saved = await file.load();
      if (saved.ok) now = { ...saved.value, words: now.words };
    },
    setAttention(settings) {
      now = { ...now, attention: settings };
      return save();
    },
    attemptedUpdate: () => now.attemptedUpdate,
    setAttemptedUpdate(version) {
      now = { ...now, attemptedUpdate: version };
      return save();
    },
    setWords(next) {
      if (JSON.stringify(next) === JSON.stringify(now.words)) return false;
      now = { ...now, words: next };
      // Where they can't be kept, the next start speaks as this one did.
      void save();
      return true;
    },
  };
}
