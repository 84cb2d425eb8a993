import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Sql } from './database.ts';
import { migrate } from './migrate.ts';
import { StartError } from './start-error.ts';

/**
 * Brings a plain PostgreSQL to what a Supabase project has from the start: the API roles, and the
 * schemas `auth`, `storage`, `extensions` (platform/*.sql), beside our private schema `backend`.
 * Needs the database's owner with CREATEROLE, no superuser.
 * @param login How requests log in: the password that `authenticator` gets, and whether it works.
 * @throws StartError with the SQL that an administrator must run, where a right is missing.
 */
export async function preparePlatform(
  owner: Sql,
  login: { password: string; works: () => Promise<boolean> },
): Promise<void> {
  try {
    const works = await login.works();
    await refuseUnfit(owner, !works);
    if (!works) await makeRoles(owner, login.password);
    const directory = join(import.meta.dirname, 'platform');
    await migrate(owner, { directory, history: 'backend.schema_migrations' });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const cause = error instanceof StartError ? error.cause : error;
    const extension = /extension "(\w+)"/.exec(error.message)?.[1];
    if (extension && cause instanceof postgres.PostgresError) {
      throw new StartError(
        `${cause.message}. Install it on the server, then let an administrator run in the database: ` +
          `create schema if not exists extensions authorization "${owner.options.user}"; ` +
          `create extension ${extension} schema extensions;`,
        { cause },
      );
    }
    if (error instanceof StartError) throw error;
    // A connection that fails at each of a name's addresses has a code and no message.
    const reason = error.message || (error as NodeJS.ErrnoException).code;
    throw new StartError(`Cannot prepare the database: ${reason}.`, { cause: error });
  }
}

/** Refuses a database that is not for us, and names the SQL for every right that the owner lacks. */
async function refuseUnfit(owner: Sql, needsRoles: boolean): Promise<void> {
  const query = readFileSync(join(import.meta.dirname, 'fitness.sql'), 'utf8');
  const [found] = await owner.unsafe<
    [{ version: string; too_old: boolean; foreign: string | null; missing: string[] }]
  >(query, [needsRoles]);
  if (found.too_old) {
    throw new StartError(
      `The database is PostgreSQL ${found.version}, which is older than 15: upgrade it.`,
    );
  }
  if (found.foreign) {
    throw new StartError(
      `Schema ${found.foreign}: use an empty database, or SUPABASE_URL when it is a Supabase project.`,
    );
  }
  if (found.missing.length > 0) {
    throw new StartError(
      `The owner of the database, "${owner.options.user}", lacks rights. Let an administrator run ` +
        `in the database: ${found.missing.join(' ')}`,
    );
  }
}

async function makeRoles(owner: Sql, password: string): Promise<void> {
  const roles = readFileSync(join(import.meta.dirname, 'roles.sql'), 'utf8');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(hashtext('roles'))`;
        await tx.unsafe(roles).simple();
        await tx.unsafe(`alter role authenticator login noinherit password '${password}'`);
      });
      return;
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : '';
      // Roles belong to the whole server: a lock in one database does not keep out another's start.
      if (attempt === 5 || !['XX000', '23505', '40001'].includes(code)) throw error;
    }
  }
}
