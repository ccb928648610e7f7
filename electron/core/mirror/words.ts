import { fold } from '../../../shared/rules/fold.ts';

/** What a person looks for, as words that SQL can find. */
export interface Words {
  /** FTS5 query over words of three and more characters; null without one. */
  match: string | null;
  /** Shorter words, which a trigram index can't find. */
  short: string[];
  every: string[];
}

/** A LIKE pattern for texts that hold a word. */
export function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Splits what a person typed; every word must occur. */
export function wordsOf(text: string | undefined): Words {
  const words = fold(text ?? '')
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter(Boolean);
  // A trigram is three code points, whatever people call a letter.
  const isLong = (word: string): boolean => Array.from(word).length >= 3;
  const long = words.filter(isLong);
  return {
    match:
      long.length === 0
        ? null
        : long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND '),
    short: words.filter((word) => !isLong(word)),
    every: words,
  };
}
