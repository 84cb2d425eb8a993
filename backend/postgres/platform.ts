import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Sql } from './connection.ts';
import { migrate, type Migrations } from './migrate.ts';
import { StartError } from './start-error.ts';

/** The platform's migrations. */
export const PLATFORM: Migrations = {
  directory: join(import.meta.dirname, 'platform'),
  history: 'backend.schema_migrations',
};

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * Brings a plain PostgreSQL to what a Supabase project has from the start: the API roles, and the
 * schemas `auth`, `storage`, `extensions` (platform/*.sql), beside our private schema `backend`.
 * Needs the database's owner with CREATEROLE, no superuser.
 * @param requests Pool that logs in as `authenticator`; if it cannot, the role gets that password.
 * @param last Migration of the platform to stop after; without it, all are applied.
 * @throws StartError with the SQL that an administrator must run if the owner lacks a right.
 */
export async function preparePlatform(
  owner: Sql,
  requests: Sql,
  password: string,
  last?: string,
): Promise<void> {
  try {
    const works = await logsIn(requests);
    await refuseUnfit(owner, !works);
    if (!works) await makeRoles(owner, password);
    await migrate(owner, PLATFORM, last);
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
    // A connection that fails at every address of a host name has a code and no message.
    const reason = error.message || (error as NodeJS.ErrnoException).code;
    throw new StartError(`Cannot prepare the database: ${reason}.`, { cause: error });
  }
}

/** Whether requests can log in and become each of the API roles. */
async function logsIn(requests: Sql): Promise<boolean> {
  try {
    const roles = await requests`
      select from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
        and pg_has_role(oid, 'member')`;
    return roles.length === 3;
  } catch (error) {
    // 28P01 wrong password or no such role, 28000 a role that may not log in.
    if (error instanceof postgres.PostgresError && error.code.startsWith('28')) return false;
    throw error;
  }
}

async function refuseUnfit(sql: postgres.ISql, makesRoles: boolean): Promise<void> {
  const text = read('fitness.sql');
  const [found] = await sql.unsafe<[{ refusal: string | null }]>(text, [makesRoles]);
  if (found.refusal) throw new StartError(found.refusal);
}

async function makeRoles(owner: Sql, password: string, tries = 5): Promise<void> {
  try {
    await owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('roles'))`;
      await tx.unsafe(read('roles.sql')).simple();
      await tx.unsafe(`alter role authenticator login noinherit password '${password}'`);
      // why: records this database as a user of the login, so that another owner's start finds it.
      await tx`grant connect on database ${tx(owner.options.database)} to authenticator`;
      // why: another studio may have set the password in between; the lock waits for it.
      await refuseUnfit(tx, true);
    });
  } catch (error) {
    // Roles belong to the whole server: a lock in one database does not block a start in another.
    const { code } = error as postgres.PostgresError;
    // Since PostgreSQL 16 an owner cannot grant roles that another owner created in between.
    if (code === '42501') await refuseUnfit(owner, true);
    const isRace = /^(XX000|23505|40001)$/.test(code);
    if (tries === 1 || !isRace) throw error;
    await makeRoles(owner, password, tries - 1);
  }
}
