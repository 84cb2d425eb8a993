/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number };

/** The whole object. */
export const WHOLE: ByteRange = { start: 0, end: Infinity };

/**
 * SQL expression for the key of a row of storage.objects. why: rows inserted without an upload,
 * such as those of a seed, have no version.
 */
export const OBJECT_KEY = `coalesce(version, bucket_id || '/' || name)`;

/**
 * Holds the bytes of stored objects, each under a key: the object's version. The bytes under a key
 * never change.
 */
export type ObjectStore = {
  /** Stores bytes atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Size in bytes and modification time (ms), or null when there is no such object. */
  stat(key: string): Promise<{ size: number; written: number } | null>;
  /** Rejects when there is no such object. */
  get(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Objects that cannot be deleted are left behind, unreferenced. */
  delete(keys: string[]): Promise<void>;
};
