import type { Act } from '../acts.ts';

/** A change of one source text; it has to occur exactly once. */
export interface Edit {
  /** Under `electron/core`. */
  file: string;
  text: string;
  becomes: string;
}

/** A protective rule, how it is switched off, and what then no longer holds. */
export interface Rule {
  rule: string;
  edits: readonly Edit[];
  breaks: string;
  /** What makes the difference: with the rule in force these break nothing. */
  acts: readonly Act[];
}
