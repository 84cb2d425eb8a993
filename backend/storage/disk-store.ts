import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where the bytes of stored objects are, each under a key: the object's version. What is under a
 * key never changes. The disk is one such place; an S3 client can be another.
 */
export type ObjectStore = {
  /** Keeps bytes, whole and safe from a power cut, or not at all. */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Length in bytes and when it was written (ms), or null when there is nothing. */
  stat(key: string): Promise<{ size: number; written: number } | null>;
  /** Rejects when there is nothing. */
  get(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  delete(keys: string[]): Promise<void>;
};

/** Objects as files of a folder. Several processes may share it. */
export function createDiskStore(root: string): ObjectStore {
  function pathOf(key: string): string {
    const unsafe = key.split('/').some((part) => /^\.{0,2}$|[\\\0]/.test(part));
    if (unsafe) throw new Error('A key must not leave the folder of objects');
    return join(root, key);
  }

  async function put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) {
    const path = pathOf(key);
    const draft = `${path}.draft`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await using file = await open(draft, 'wx');
      await file.writeFile(bytes);
      await file.sync();
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    // why: until its folder is synced, a power cut may take back the new name.
    await using folder = await open(dirname(path));
    await folder.sync();
  }

  async function get(key: string, { start, end }: ByteRange): Promise<ReadableStream<Uint8Array>> {
    const file = await open(pathOf(key));
    return Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>;
  }

  async function statOf(key: string) {
    try {
      const found = await stat(pathOf(key));
      return found.isFile() ? { size: found.size, written: found.mtimeMs } : null;
    } catch {
      return null;
    }
  }

  return {
    put,
    get,
    stat: statOf,
    copy: async (from, to) => put(to, await get(from, { start: 0, end: Infinity })),
    async delete(keys) {
      await Promise.allSettled(keys.map(async (key) => rm(pathOf(key), { force: true })));
    },
  };
}
