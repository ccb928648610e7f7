/** Keeps the most recently used results of a pure function. */
export interface Recent<K, V> {
  get(key: K, make: () => V): V;
}

export function createRecent<K, V>(limit: number): Recent<K, V> {
  const kept = new Map<K, V>();
  return {
    get(key, make) {
      const known = kept.get(key);
      const value = known ?? make();
      if (known !== undefined) kept.delete(key);
      kept.set(key, value);
      if (kept.size > limit) {
        for (const oldest of kept.keys()) {
          kept.delete(oldest);
          break;
        }
      }
      return value;
    },
  };
}
