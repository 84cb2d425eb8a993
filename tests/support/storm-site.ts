import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { loadKeys } from '#backend/core/keys.ts';
import { openPool } from '#backend/postgres/database.ts';
import { VARIABLES } from '#tests/fault/studio.ts';
import { staffTokens } from './availability-storm.ts';
import type { StormSite } from './availability-work.ts';
import { urlOf } from './database.ts';
import type { TestServer } from './postgres-server.ts';
import type { useSites } from './site-process.ts';

/** Starts so many processes of the site on one new database of a server, with 16 signed-in admins. */
export async function startStormSite(
  { owner, admin }: TestServer,
  { newFolder, start }: Pick<ReturnType<typeof useSites>, 'newFolder' | 'start'>,
  processes: number,
): Promise<{ sql: Sql; site: StormSite }> {
  const database = `storm_${randomBytes(4).toString('hex')}`;
  const root = openPool(admin, { max: 1, name: 'test' });
  await root`create database ${root(database)} owner ${root(owner.username)}`;
  await root.end();
  const variables = {
    ...VARIABLES,
    DATABASE_URL: urlOf({ ...owner, database }),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  // why: the first process migrates; the others find that done.
  const first = await start(newFolder(), variables).ready;
  const others = Array.from({ length: processes - 1 }, () => start(newFolder(), variables).ready);
  const addresses = [first, ...(await Promise.all(others))];
  const sql = openPool({ ...owner, database }, { max: 2, name: 'test' });
  const keys = await loadKeys(sql, {});
  let turn = 0;
  const site = {
    addressOf: () => addresses[(turn += 1) % processes] ?? '',
    apikey: keys.anonKey,
    serviceKey: keys.serviceKey,
    tokens: await staffTokens(sql, keys, 16),
  };
  return { sql, site };
}
