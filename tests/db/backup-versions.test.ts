// @module-tag long
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import {
  migrate,
  migrationFiles,
  migrationState,
  type Migrations,
} from '#backend/postgres/migrate.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { holdsData } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { FOLDED_VERSIONS, writeFoldedChain } from '#tests/support/folded-chain.ts';
import { useBackups } from './backups.ts';

const { folder, newFile, newDatabase, restore } = useBackups();
const sourceObjects = createDiskStore(join(folder, 'source'));

/** A backup of a database of that version, with a colour that only it has. */
async function backupOf(version: string, migrations: Migrations): Promise<string> {
  const early = await newDatabase();
  const db = await openDatabase(early);
  await migrate(db.owner, migrations, version);
  await db.owner`insert into public.colors (name) values ('A colour of then')`;
  await db.close();
  const file = newFile();
  await writeBackup(early, sourceObjects, file);
  return file;
}

/** The colour of such a backup, in a database that lacks no migration. */
async function madeThen(target: ConnectionOptions) {
  const sql = openPool(target, { max: 1, name: 'test' });
  expect((await migrationState(sql, MIGRATIONS)).missing).toEqual([]);
  const found = await sql`select 1 from public.colors where name = 'A colour of then'`;
  await sql.end();
  return found;
}

describe('a backup', () => {
  it('of an earlier version is migrated after the restore', { tags: ['long'] }, async () => {
    const versions = migrationFiles(MIGRATIONS.directory).map(({ name }) => name.slice(0, 14));
    const file = await backupOf(versions.at(-2)!, MIGRATIONS);
    const target = await newDatabase();
    await restore(target, file);
    expect(await madeThen(target)).toHaveLength(1);
    await expect(restore(target, file)).rejects.toThrow(
      'The database is newer than the backup. Restore into an empty one',
    );
  });

  it(
    'of the last version before the baseline is restored as one of the baseline',
    { tags: ['long'] },
    async () => {
      const chain = writeFoldedChain();
      const file = await backupOf(FOLDED_VERSIONS.at(-1)!, chain);
      const target = await newDatabase();
      await restore(target, file);
      expect(await madeThen(target)).toHaveLength(1);
      rmSync(chain.directory, { recursive: true });
    },
  );

  it(
    'of a version before that is refused with the commit that can restore it',
    { tags: ['long'] },
    async () => {
      const chain = writeFoldedChain();
      const file = await backupOf(FOLDED_VERSIONS.at(-2)!, chain);
      rmSync(chain.directory, { recursive: true });
      const target = await newDatabase();
      await expect(restore(target, file)).rejects.toThrow(
        `The backup is of an older version of the program: bring it up to date with commit ${MIGRATIONS.folded?.commit} first`,
      );
      expect(await holdsData(target)).toBe(false);
    },
  );
});
