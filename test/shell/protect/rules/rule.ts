import type { CheckName } from '../checks.ts';

/** A change of one source text; it has to occur exactly once. */
export interface Edit {
  file: string;
  text: string;
  becomes: string;
}

/** One protective line, how it is taken out, and the check that has to notice. */
export interface Rule {
  rule: string;
  edits: readonly Edit[];
  check: CheckName;
}

/** A rule that one change takes out. */
export const one = (
  check: CheckName,
  file: string,
  rule: string,
  text: string,
  becomes: string,
): Rule => ({ rule, edits: [{ file, text, becomes }], check });

/** A value that is turned round: `true` becomes `false`, and the other way. */
export const turned = (
  check: CheckName,
  file: string,
  rule: string,
  name: string,
  safe: boolean,
): Rule => one(check, file, `${rule}: ${name}`, `${name}: ${safe}`, `${name}: ${!safe}`);
