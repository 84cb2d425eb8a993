import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GIB = 2 ** 30;
const MEMORY_DISK = '/dev/shm';

/** Whether the memory disk, and the machine's memory behind it, have room for the databases of a run. */
function hasMemoryDisk(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < 8 * GIB) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= 4 * GIB;
  } catch {
    return false;
  }
}

/**
 * Folder in which tests make the data folders of their databases. why in memory where there is room: a database is
 * 1,400 files, and copying them to a disk takes ten times as long.
 */
export const SCRATCH = hasMemoryDisk() ? MEMORY_DISK : tmpdir();

/**
 * Makes a folder there. Its name has this process, so that the next run removes what a killed one left behind
 * (postgres-server.ts).
 */
export const newScratch = (name: string): string =>
  mkdtempSync(join(SCRATCH, `studio-${name}-${process.pid}-`));
