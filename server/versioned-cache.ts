import { LRUCache } from 'lru-cache';

interface CacheOptions<Value> {
  /** Changes whenever the data behind the values changes; null while changes may be missed. */
  version: () => Promise<number | null>;
  mostBytes: number;
  /** Size of a value (at least 1); null when it must not be shared. */
  bytesOf: (value: Value, key: string) => number | null;
}

/** Returns the cached value of a key, or makes it. */
export type Cached<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/**
 * An LRU cache that is cleared when the version changes. Concurrent requests for a key share one
 * computation (single-flight). While changes may be missed, the cache is bypassed.
 */
export function createVersionedCache<Value extends object>(
  options: CacheOptions<Value>,
): Cached<Value> {
  const { version, mostBytes, bytesOf } = options;
  const values = new LRUCache<string, Value>({ maxSize: mostBytes });
  const pending = new Map<string, Promise<Value>>();
  let cachedVersion: number | null = null;

  return async (key, make) => {
    const current = await version();
    if (current === null) return make();
    if (current !== cachedVersion) {
      values.clear();
      pending.clear();
      cachedVersion = current;
    }
    const known = values.get(key);
    if (known) return known;
    const other = pending.get(key);
    if (other) {
      // why: the other's failure may be its alone, such as a rate limit.
      const value = await other.catch(() => null);
      return value && bytesOf(value, key) !== null ? value : make();
    }
    const making = make();
    pending.set(key, making);
    try {
      const value = await making;
      const size = bytesOf(value, key);
      // why: a value computed while the data changed may be stale.
      if (size !== null && (await version()) === current && cachedVersion === current) {
        values.set(key, value, { size });
      }
      return value;
    } finally {
      if (pending.get(key) === making) pending.delete(key);
    }
  };
}
