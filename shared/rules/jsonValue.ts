/** Values out of foreign JSON. Members are only their own, so that `__proto__` names no stranger's. */

/** A JSON object as a value. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of an object; undefined where there is none, or no object. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Fields)[key]
    : undefined;
}

/** So many digits at least has a whole number that may be rounded; few texts have one. */
const LONG = /\d{16}/;
/** The same outside of what stands behind a point. */
const LONG_WHOLE = /(?<![\d.])\d{16}/;

/**
 * A JSON text as a value. Whole numbers beyond 2^53 become the text that they are spelled with, for
 * as numbers two identifiers of two people would be one. Throws `SyntaxError` for invalid JSON.
 */
export function parseExact(text: string): unknown {
  if (!LONG.test(text) || !LONG_WHOLE.test(text)) return JSON.parse(text);
  // The types of the language do not know the third parameter yet.
  const exact = (_key: string, value: unknown, spelled?: { source?: string }): unknown =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(spelled?.source ?? '')
      ? spelled?.source
      : value;
  try {
    return JSON.parse(text, exact);
  } catch (error) {
    // A text of ten thousands of levels is gone through by the parser alone.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

/** The same of what may be no JSON, or no text: undefined. */
export function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Whether JSON object text has a member at a path: `['query', 'limit']`. */
export function hasPath(text: string, path: readonly string[]): boolean {
  return path.reduce<unknown>((value, key) => own(value, key), parsedJson(text)) !== undefined;
}
