import { ENGLISH_WORDS } from '../../../shared/rules/shellWords.ts';

/** What is said outside the windows; the shell has these too, for a start before the first desk. */
export const outside = {
  texts: structuredClone(ENGLISH_WORDS.texts),
  counts: structuredClone(ENGLISH_WORDS.counts),
};
