import { isDeepStrictEqual } from 'node:util';

/** The members of an object's text; none of what is none. */
export function object(json: string | null | undefined): Record<string, unknown> {
  const value: unknown = json === null || json === undefined || json === '' ? {} : JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A field, where absent and null are the same, and a reference is its id. */
export function value(doc: string | null | undefined, field: string): unknown {
  const found = object(doc)[field] ?? null;
  return typeof found === 'object' && found !== null && 'id' in found ? found.id : found;
}

/** The same value, or the same in words. */
export function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null) || String(a) === String(b);
}
