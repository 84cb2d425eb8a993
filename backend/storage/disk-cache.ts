import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/**
 * Bytes kept on disk under a file name, the least recently used ones removed beyond `mostBytes`.
 * Survives restarts; several processes may share the folder. A disk that is full or read-only
 * makes it forgetful, never an error.
 */
export function createDiskCache(folder: string, mostBytes: number, log: Log) {
  const sizes = new Map<string, number>();
  let total = 0;

  const forget = (name: string) => {
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  const remember = (name: string, size: number) => {
    forget(name);
    sizes.set(name, size);
    total += size;
  };
  const failed = (error: unknown) =>
    log('warn', 'The picture cache cannot be used', { reason: String(error) });

  try {
    mkdirSync(folder, { recursive: true });
    readdirSync(folder)
      .map((name) => ({ name, stat: statSync(join(folder, name)) }))
      .toSorted((a, b) => a.stat.mtimeMs - b.stat.mtimeMs)
      .forEach(({ name, stat }) => remember(name, stat.size));
  } catch (error) {
    failed(error);
  }

  return {
    /** The bytes under that name, or null. */
    async read(name: string): Promise<Buffer<ArrayBuffer> | null> {
      const bytes = await readFile(join(folder, name)).catch(() => null);
      if (bytes) remember(name, bytes.length);
      else forget(name);
      return bytes;
    },
    /** Keeps bytes under a name, whole or not at all, and makes room for them. */
    async write(name: string, bytes: Buffer): Promise<void> {
      const draft = join(folder, `${name}.${crypto.randomUUID()}.tmp`);
      try {
        await writeFile(draft, bytes);
        await rename(draft, join(folder, name));
        remember(name, bytes.length);
        for (const oldest of sizes.keys()) {
          if (total <= mostBytes) break;
          forget(oldest);
          await rm(join(folder, oldest), { force: true });
        }
      } catch (error) {
        failed(error);
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}
