/** The first of those that have one key, in their order: what the service lists twice is one choice. */
export function eachOnce<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of list) if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  return [...found.values()];
}

/** Keys of which none comes twice: those that repeat are numbered, in their order. */
export function distinctKeys(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before === 0 ? key : `${key}:${String(before)}`;
  });
}
