import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectStore } from './store.ts';

/**
 * An object store of files in a folder, durable across power loss. Several processes may share the
 * folder.
 */
export function createDiskStore(root: string): ObjectStore {
  function pathOf(key: string): string {
    const unsafe = key.split('/').some((part) => /^\.{0,2}$|[\\\0]/.test(part));
    if (unsafe) throw new Error('A key must not leave the folder of objects');
    return join(root, key);
  }

  async function write(key: string, fill: (draft: string) => Promise<void>) {
    const path = pathOf(key);
    const draft = `${path}.draft`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await fill(draft);
      await sync(draft);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    // why: until its folder is synced, a power loss may undo the rename.
    await sync(dirname(path));
  }

  async function sync(path: string) {
    await using file = await open(path);
    await file.sync();
  }

  return {
    put: (key, bytes) => write(key, (draft) => writeFile(draft, bytes)),
    copy: (from, to) => write(to, (draft) => copyFile(pathOf(from), draft)),
    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { size: found.size, written: found.mtimeMs } : null;
      } catch {
        return null;
      }
    },
    async get(key, { start, end }) {
      const file = await open(pathOf(key));
      return Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>;
    },
    async delete(keys) {
      await Promise.allSettled(keys.map(async (key) => rm(pathOf(key), { force: true })));
    },
  };
}
