import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { fieldsOf, idAt, textAt } from '../state/record.ts';
import type { Named } from './driver.ts';

/** What vehicles belong to and the interface has no list of (section 4.5). */
export type Part = 'depot' | 'groups';

/** Depots or groups by their names, out of what vehicles tell of their own, as JSON texts. */
export function partsIn(texts: readonly (string | null)[]): Named[] {
  const found = new Map<string, Named>();
  for (const text of texts) {
    const value = text === null ? null : parsedJson(text);
    for (const one of Array.isArray(value) ? value : [value]) {
      const fields = fieldsOf(one);
      const [id, name] = [idAt(fields, 'id'), textAt(fields, 'name')];
      if (id !== null && name !== null) found.set(id, { id, name });
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The id of a summary, or of what is nothing but an id; null for anything else. */
export function idOf(one: unknown): string | null {
  return typeof one === 'string' || typeof one === 'number'
    ? String(one)
    : idAt(fieldsOf(one), 'id');
}
