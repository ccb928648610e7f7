import { isDeepStrictEqual } from 'node:util';

/** The members of an object's text; none of what is none. */
export function object(json: string | null | undefined): Record<string, unknown> {
  const value: unknown = json === null || json === undefined || json === '' ? {} : JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Names under which records show what is sent under another one. */
const READ_AS: Readonly<Record<string, string>> = { firstName: 'name', vehicleId: 'vehicle' };

/** A field, where absent and null are the same, and a reference is its id. */
export function value(doc: string | null | undefined, field: string): unknown {
  const members = object(doc);
  const found = members[field] ?? members[READ_AS[field] ?? field] ?? null;
  return typeof found === 'object' && found !== null && 'id' in found ? found.id : found;
}

/** The same value, or the same in words, which objects have none of their own for. */
export function same(a: unknown, b: unknown): boolean {
  if (isDeepStrictEqual(a ?? null, b ?? null)) return true;
  return [a, b].every(hasWords) && String(a) === String(b);
}

function hasWords(given: unknown): boolean {
  return Array.isArray(given) ? given.every(hasWords) : typeof given !== 'object' || given === null;
}
