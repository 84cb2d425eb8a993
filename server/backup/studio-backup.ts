import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConnectionOptions, type ObjectStore, openPool, StartError } from '#backend';
import { recordBackup, writeBackup, type BackupProgress } from './write.ts';

/** A backup that the server wrote. */
export interface StudioBackup {
  /** Path on the server. */
  file: string;
  bytes: number;
}

/** Writes a backup into the data folder. @throws StartError with a sentence for the admin */
export type MakeBackup = (onProgress: (progress: BackupProgress) => void) => Promise<StudioBackup>;

interface Source {
  target: ConnectionOptions;
  objects: ObjectStore;
  dataDir: string;
}

/**
 * Writes a backup to `DATA_DIR/backups/<date>-<time>.tar.gz` (UTC). Of all processes that share a
 * database, one at a time does.
 * @throws StartError while another backup runs, when the file cannot be written, and when pictures
 * are missing, of which the file is then a backup without them.
 */
export function backupsOf({ target, objects, dataDir }: Source): MakeBackup {
  return async (onProgress) => {
    const lock = openPool(target, { max: 1, name: 'studio-backup' });
    try {
      // why reserved: the pool closes an idle connection after a minute, and the lock ends with it.
      const holder = await lock.reserve();
      const [free] = await holder<[{ mine: boolean }]>`
        select pg_try_advisory_lock(hashtext('studio-backup')) as mine`;
      if (!free.mine) throw new StartError('Another backup is running. Wait until it is done.');
      const folder = join(dataDir, 'backups');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeUnfinished(folder);
      const stamp = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
      const file = join(folder, `${stamp}.tar.gz`);
      const written = await writeBackup(target, objects, file, onProgress);
      const { bytes, missing } = written;
      if (missing.length > 0) {
        throw new StartError(
          `The backup ${file} is not whole: ${missing.length} stored pictures have no file.`,
        );
      }
      await recordBackup(target, written);
      return { file, bytes };
    } finally {
      await lock.end({ timeout: 0 });
    }
  };
}

/** Name of an unfinished backup of the server. An operator's `npm run backup` may write beside it. */
const UNFINISHED = /^\d{4}-\d\d-\d\d-\d{6}\.tar\.gz\.\d+\.part$/;

/** Removes the files that a killed process left behind. Only the holder of the lock may do so. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder);
  const unfinished = names.filter((name) => UNFINISHED.test(name));
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })));
}
