import {
  jsonMember,
  jsonMembers,
  jsonObject,
  setJsonMembers,
} from '../../shared/rules/jsonText.ts';

/**
 * Records as JSON text. They are kept in the spelling that they came in: digits beyond 2^53,
 * `1.10`, escapes and an own `__proto__` key survive a change of another field, because a change
 * splices text and never parses and prints the whole.
 */

/** A field's value parsed; undefined where it is absent. */
export function valueOf(doc: string, key: string): unknown {
  const source = jsonMember(doc, key);
  return source === null ? undefined : JSON.parse(source);
}

/** A field as text, numbers (identifiers) too; null for anything else. */
export function textOf(doc: string, key: string): string | null {
  const value = valueOf(doc, key);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

/** The record with fields set to values that are printed here; undefined prints as null. */
export function withValues(doc: string, changes: Readonly<Record<string, unknown>>): string {
  return setJsonMembers(
    doc,
    new Map(Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value ?? null)])),
  );
}

/** Only the named fields, in the order of the record. */
export function onlyFields(doc: string, keys: ReadonlySet<string>): string {
  return jsonObject([...jsonMembers(doc)].filter(([key]) => keys.has(key)));
}

/** An instant (ms since 1970) as records spell it: ISO 8601 in UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();
