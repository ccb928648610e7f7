import { REFUSALS_OUTSIDE, type ShellWords } from '../../../shared/rules/shellWords.ts';
import { text } from '../../text/en.ts';
import { directionOf } from '../../text/languages.ts';
import { language } from '../../text/use.ts';

/** The desk's words for what is said outside of its windows. */
export function wordsOutside(): ShellWords {
  const spoken = language();
  const codes: Readonly<Record<string, { what: string; safe: string }>> = text.errors.codes;
  // Where the desk has none of its own, the core has said it in this language.
  const refusals = REFUSALS_OUTSIDE.flatMap((code) => {
    const said = codes[code];
    return said === undefined || said.what === '' ? [] : [[code, { ...said }] as const];
  });
  return {
    ...{ language: spoken, direction: directionOf(spoken) },
    ...text.outside,
    writes: text.whatWrites,
    refusals: Object.fromEntries(refusals),
  };
}
