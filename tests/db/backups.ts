import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import { openPool } from '#backend/postgres/database.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore.ts';

/** A folder for backups, and databases to restore them into; both are removed after the tests. */
export function useBackups() {
  const server = inject('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'studio-backup-'));
  const admin = openPool(server.admin, { max: 1, name: 'test' });
  const made: string[] = [];
  let files = 0;

  afterAll(async () => {
    for (const name of made) await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const newFile = () => join(folder, `${(files += 1)}.tar.gz`);

  /** A new, empty database. */
  const newDatabase = async (): Promise<ConnectionOptions> => {
    const database = `restored_${randomUUID().slice(0, 8)}`;
    await admin`create database ${admin(database)} owner ${admin(server.owner.username)}`;
    made.push(database);
    return { ...server.owner, database };
  };

  const restore = async (target: ConnectionOptions, file: string, root: string = randomUUID()) => {
    const objects = createDiskStore(join(folder, root));
    const waited = await restoreBackup(target, objects, file, await checkBackup(file));
    return { objects, waited };
  };

  return { folder, newFile, newDatabase, restore };
}
