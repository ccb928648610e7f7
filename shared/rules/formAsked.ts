import { instantOf } from './instant.ts';
import { own, parsedJson } from './jsonValue.ts';

/** Which text of its form an answer was asked with (section 2.13 of the interface), and when it was made. */

export const CREATED = ['createdAt', 'submittedAt', 'completedAt', 'startedAt', 'updatedAt'];

/** An id as text; null for what is none. */
export function idIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** When something was made, ms since 1970, as a text or a number; a zero stands for no time. */
export function timeIn(value: unknown): number | null {
  const at = instantOf(value);
  return at === null || at === 0 ? null : Math.round(at);
}

/** When an answer was made, ms since 1970. */
export function createdAt(answer: unknown): number | null {
  for (const name of CREATED) {
    const at = timeIn(own(answer, name));
    if (at !== null) return at;
  }
  return null;
}

/** What of an answer tells which text of its form it was asked with. */
export interface AskedForm {
  /** When it was made, ms since 1970; null where it names no time. */
  at: number | null;
  /** The version of the form that it names itself. */
  version: string | null;
}

/** The version that a form's text names. */
export function versionIn(formJson: unknown): string | null {
  return idIn(own(parsedJson(formJson), 'version'));
}

/** @param json the text of an answer */
export function formAsked(json: unknown): AskedForm {
  const answer = parsedJson(json);
  const version = idIn(own(answer, 'formVersion')) ?? idIn(own(own(answer, 'form'), 'version'));
  return { at: createdAt(answer), version };
}

/**
 * Which earlier text of its form an answer was asked with: of those whose version it names, or else of
 * all, the first that was replaced after the answer was made.
 *
 * @param today the version that today's text names; null where there is no text of today, for the service
 *   no longer has the form: then the last one is
 * @returns the number of that text; null for today's
 */
export function chosenVersion(
  versions: readonly { n: number; until: number; version: string | null }[],
  today: { version: string | null } | null,
  { at, version }: AskedForm,
): number | null {
  const named = version === null ? [] : versions.filter((one) => one.version === version);
  const isNow = version !== null && today?.version === version;
  const among = named.length > 0 || isNow ? named : versions;
  const ordered = among.toSorted((a, b) => a.until - b.until || a.n - b.n);
  const then = at === null ? undefined : ordered.find(({ until }) => until > at);
  if (then !== undefined) return then.n;
  return today === null || (named.length > 0 && !isNow) ? (ordered.at(-1)?.n ?? null) : null;
}
