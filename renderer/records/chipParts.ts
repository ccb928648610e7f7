import type { Output } from '../bridge.ts';

/** Chips of a field whose texts can name several values. Pure. */

type Counts = Output<'records.facets'>['counts'];
/** The values that one text names. */
type PartsOf = (value: string) => readonly string[];

/** How many records name each value, where a text can name several. */
export function countedParts(counts: Counts | null, partsOf: PartsOf): Map<string, number> {
  const known = new Map<string, number>();
  for (const { value, count } of counts ?? []) {
    for (const part of new Set(partsOf(value ?? ''))) {
      known.set(part, (known.get(part) ?? 0) + count);
    }
  }
  return known;
}

/** What is chosen as the service spells it: every text that names one of the values. */
export function spelled(
  values: readonly string[],
  counts: Counts | null,
  partsOf: PartsOf,
): readonly string[] {
  const texts = (counts ?? []).flatMap(({ value }) => value ?? []);
  const naming = texts.filter((text) => partsOf(text).some((part) => values.includes(part)));
  return [...new Set([...values, ...naming])].toSorted();
}
