/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** All there is. */
export const WHOLE: ByteRange = { start: 0, end: Infinity };

/**
 * The key of a row of storage.objects, in SQL. why: rows that came with their files have no
 * version.
 */
export const OBJECT_KEY = `coalesce(version, bucket_id || '/' || name)`;

/**
 * Where the bytes of stored objects are, each under a key: the object's version. What is under a
 * key never changes.
 */
export type ObjectStore = {
  /** Keeps bytes, whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Length in bytes and when it was written (ms), or null when there is nothing. */
  stat(key: string): Promise<{ size: number; written: number } | null>;
  /** Rejects when there is nothing. */
  get(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** What cannot be removed stays, unseen. */
  delete(keys: string[]): Promise<void>;
};
