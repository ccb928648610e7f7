/** Keeps the most recently used results of a pure function. */
export interface Recent<K, V> {
  get(key: K, make: () => V): V;
}

export function createRecent<K, V>(limit: number): Recent<K, V> {
  const cached = new Map<K, V>();
  return {
    get(key, make) {
      const known = cached.get(key);
      const value = known ?? make();
      if (known !== undefined) cached.delete(key);
      cached.set(key, value);
      if (cached.size > limit) {
        for (const oldest of cached.keys()) {
          cached.delete(oldest);
          break;
        }
      }
      return value;
    },
  };
}
