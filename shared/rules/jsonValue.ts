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

/** The value of a text; undefined of what is no JSON, and no text. */
export function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether JSON object text has a member at a path: `['query', 'limit']`. */
export function hasPath(text: string, path: readonly string[]): boolean {
  return path.reduce<unknown>((value, key) => own(value, key), parsedJson(text)) !== undefined;
}
