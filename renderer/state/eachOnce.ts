/** The first of those that have one key, in their order: what the service lists twice is one choice. */
export function eachOnce<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of list) if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  return [...found.values()];
}
