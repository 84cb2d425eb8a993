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
    await refuseUnfit(owner);
    const ready = await rolesAreReady(owner);
    if (!ready || !(await login.works())) await makeRoles(owner, login.password);
    const directory = join(import.meta.dirname, 'platform');
    await migrate(owner, { directory, history: 'backend.schema_migrations' });
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error;
    // A connection that fails at each of a name's addresses has a code and no message.
    const reason = error.message || (error as NodeJS.ErrnoException).code;
    throw new StartError(`Cannot prepare the database: ${reason}.`, { cause: error });
  }
}

async function refuseUnfit(owner: Sql): Promise<void> {
  const [found] = await owner<{ version: number; schema: string | null; role: string | null }[]>`
    select current_setting('server_version_num')::int as version, nspname as schema,
      nspowner::regrole::text as role
    from (select) as one left join pg_namespace on nspname in ('auth', 'storage', 'backend')
      and not pg_has_role(nspowner, 'usage')`;
  if (found && found.version < 150_000) {
    throw new StartError('The database is older than PostgreSQL 15.');
  }
  if (found?.schema) {
    throw new StartError(
      `Schema "${found.schema}" of the database belongs to ${found.role}: ` +
        'use an empty database, or SUPABASE_URL when it is a Supabase project.',
    );
  }
}

async function rolesAreReady(owner: Sql): Promise<boolean> {
  const [found] = await owner<{ members: number }[]>`
    select count(distinct roleid)::int as members from pg_auth_members
    where member = (select oid from pg_roles where rolname = 'authenticator' and rolcanlogin)
      and roleid in (select oid from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role'))`;
  return found?.members === 3;
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
      const raced = code === 'XX000' || code === '23505' || code === '40001';
      if (raced && attempt < 5) continue;
      if (code !== '42501') throw error;
      const { user } = owner.options;
      throw new StartError(
        `${user} may not manage the roles of the API. Let an administrator run: ` +
          `alter role "${user}" createrole; and, if the roles exist already: ` +
          `grant anon, authenticated, service_role, authenticator to "${user}" with admin option;`,
      );
    }
  }
}
