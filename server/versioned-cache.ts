import { LRUCache } from 'lru-cache';

interface KeptOptions<Value> {
  /** Another number after every change of what values are made from; null while changes may be missed. */
  version: () => Promise<number | null>;
  mostBytes: number;
  /** How much a value takes (at least 1); null for one that must not be given to another. */
  bytesOf: (value: Value, key: string) => number | null;
}

/** Gives what is kept under a key, or has it made. */
export type Keep<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/**
 * Keeps values until what they are made from changes; those asked for longest ago are forgotten
 * first. Who asks for one that is being made waits for it. While changes may be missed, nothing is
 * kept and nothing kept is given.
 */
export function createVersionedCache<Value extends object>(
  options: KeptOptions<Value>,
): Keep<Value> {
  const { version, mostBytes, bytesOf } = options;
  const kept = new LRUCache<string, Value>({ maxSize: mostBytes });
  const underWay = new Map<string, Promise<Value>>();
  let keptOf: number | null = null;

  return async (key, make) => {
    const asOf = await version();
    if (asOf === null) return make();
    if (asOf !== keptOf) {
      kept.clear();
      underWay.clear();
      keptOf = asOf;
    }
    const known = kept.get(key);
    if (known) return known;
    const other = underWay.get(key);
    if (other) {
      // why: a failure may be the other's alone, as when one is over a limit.
      const value = await other.catch(() => null);
      return value && bytesOf(value, key) !== null ? value : make();
    }
    const making = make();
    underWay.set(key, making);
    try {
      const value = await making;
      const size = bytesOf(value, key);
      // why: what was made while something changed may be old.
      if (size !== null && (await version()) === asOf && keptOf === asOf) {
        kept.set(key, value, { size });
      }
      return value;
    } finally {
      if (underWay.get(key) === making) underWay.delete(key);
    }
  };
}
