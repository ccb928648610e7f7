import type { Named } from '../../../records/driver.ts';
import { text } from '../../../text/en.ts';
import { completed } from './findRecord.ts';
import type { Place } from './findRecord.ts';
import { problem } from './plan.ts';
import type { Completion, Problem } from './plan.ts';
import { plain } from './tokens.ts';

/** So many are offered where several match. */
const MOST_OFFERED = 8;

/** Those that are called exactly so, or have it as their id; else those whose name begins so. */
function hitsOf(known: readonly Named[], typed: string): readonly Named[] {
  const sought = plain(typed);
  const exact = known.filter(({ id, name }) => id === typed || plain(name) === sought);
  return exact.length > 0 ? exact : known.filter(({ name }) => plain(name).startsWith(sought));
}

/** Whether another one is called so too: they are told apart by their ids. */
function isShared({ id, name }: Named, known: readonly Named[]): boolean {
  return known.some((other) => other.id !== id && plain(other.name) === plain(name));
}

/**
 * What names stand for that are told by no list of records: depots, groups, models, kinds. Where nothing
 * is known, what was typed is taken for an id.
 *
 * @param label what people call the field
 */
export function findNamed(
  known: readonly Named[],
  typed: readonly string[],
  label: string,
  place: Place,
): readonly Named[] | Problem {
  const found: Named[] = [];
  for (const one of typed) {
    const hits = known.length === 0 ? [{ id: one, name: one }] : hitsOf(known, one);
    const [hit] = hits;
    if (hit !== undefined && hits.length === 1) {
      found.push(hit);
      continue;
    }
    const typedAs = (one: Named): string => (isShared(one, known) ? one.id : one.name);
    const before = found.map(typedAs);
    const offered = (hits.length > 0 ? hits : known).slice(0, MOST_OFFERED);
    const completions = offered.map((hit): Completion => ({
      title: hit.name,
      detail: isShared(hit, known) ? text.line.of(label, hit.id) : label,
      line: completed(place, [...before, typedAs(hit)].join(', ')),
    }));
    const { none, several } = text.line;
    const said = hits.length === 0 ? none(label, one) : several(String(hits.length), one);
    return problem(said, place.token, completions);
  }
  return found;
}
