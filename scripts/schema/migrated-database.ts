import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { migrate, openDatabase, removeEmbedded, silent, startEmbedded } from '#backend';
import { MIGRATIONS } from '#server/schema/migrations.ts';

/**
 * Runs something on a database that is made for it from the migrations and removed afterwards.
 * @returns What it returns.
 */
export async function withMigratedDatabase<T>(run: (owner: Sql) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-migrated-'));
  let stop = async () => {};
  try {
    const server = await startEmbedded({ dataDir, log: silent });
    stop = server.stop;
    const db = await openDatabase(server.owner);
    try {
      await migrate(db.owner, MIGRATIONS);
      return await run(db.owner);
    } finally {
      await db.close();
    }
  } finally {
    await stop();
    removeEmbedded({ dataDir });
    rmSync(dataDir, { recursive: true, force: true });
  }
}
