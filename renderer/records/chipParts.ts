import type { Output } from '../bridge.ts';
import type { Pressed } from './savedViews.ts';

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

/** A field as its chips need it. */
interface Chips {
  readonly field: string;
  readonly parts?: (value: string) => readonly string[];
}

/** What chips ask for that are pressed but are not those in sight. */
export function askedAlso(
  also: Pressed,
  facets: readonly Chips[],
  countsOf: (field: string) => Counts | null,
): { field: string; oneOf: readonly string[] }[] {
  return Object.entries(also).map(([field, values]) => {
    const parts = facets.find((one) => one.field === field)?.parts;
    return { field, oneOf: spelled(values, countsOf(field), parts ?? ((value) => [value])) };
  });
}

/**
 * The chips of a field with their counts: those that always stand there, then what else was counted. What is
 * pressed stays in its place, so that the focus does; it comes last only where nothing has it any more.
 */
export function chipsOf(
  counts: Counts | null,
  partsOf: PartsOf,
  first: readonly string[],
  pressed: readonly string[],
): { value: string; count: number }[] {
  const known = countedParts(counts, partsOf);
  const named = [...new Set([...first, ...known.keys(), ...pressed])];
  return named
    .filter((value) => value !== '')
    .map((value) => ({ value, count: known.get(value) ?? 0 }));
}
