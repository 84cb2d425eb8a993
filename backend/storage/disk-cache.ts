import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';

/**
 * A disk cache of files, the least recently used removed beyond `mostBytes`. It survives restarts,
 * and several processes may share the folder. On a full or read-only disk entries are not cached;
 * that is never an error.
 */
export function createDiskCache(folder: string, mostBytes: number, log: Log) {
  // Bytes that may be written before the folder is scanned again.
  let room = 0;

  async function makeRoom() {
    await mkdir(folder, { recursive: true });
    room = mostBytes / 10;
    const paths = (await readdir(folder)).map((name) => join(folder, name));
    const files = paths.map(async (path) => ({ path, found: await stat(path).catch(() => null) }));
    const used = (await Promise.all(files)).flatMap(({ path, found }) =>
      found ? { path, size: found.size, at: found.mtimeMs } : [],
    );
    let total = room;
    for (const { path, size } of used.toSorted((a, b) => b.at - a.at)) {
      total += size;
      if (total > mostBytes) await rm(path, { force: true });
    }
  }

  return {
    /** The bytes under that name, or null. */
    async read(name: string): Promise<Buffer<ArrayBuffer> | null> {
      const path = join(folder, name);
      const bytes = await readFile(path).catch(() => null);
      if (bytes) await utimes(path, new Date(), new Date()).catch(() => {});
      return bytes;
    },
    /** Caches bytes under a name atomically, and evicts others to make room. */
    async write(name: string, bytes: Buffer): Promise<void> {
      const draft = join(folder, `${name}.${crypto.randomUUID()}.tmp`);
      try {
        if (bytes.length > room) await makeRoom();
        room -= bytes.length;
        await writeFile(draft, bytes);
        await rename(draft, join(folder, name));
      } catch (error) {
        log('warn', 'The picture cache cannot be used', { reason: String(error) });
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}
