import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import type { Database } from '#backend/postgres/database.ts';
import { migrate } from '#backend/postgres/migrate.ts';
import type { TestServer } from './postgres-server.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');

/** Contents of a test file's database: by default the product's migrations. */
export type Contents = {
  /** With the demo studio. */
  seeded?: boolean;
  /** Only the platform (roles, auth, storage), without the product's migrations. */
  bare?: boolean;
  /**
   * Migrates under Supabase's old default privileges: ALL on every new table, function and sequence
   * in `public` to the API roles.
   */
  permissive?: boolean;
};

/**
 * Gives a test file its own database, a copy of a template that is created once per run, and drops
 * it afterwards. Call it at the top of the file (or of a `describe`); `db` is available inside
 * tests. `owner` is the connection for code that opens its own pools.
 */
export function useDatabase(contents: Contents = {}): { db: Database; owner: ConnectionOptions } {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = { ...server.owner, database: name };
  let db: Database | null = null;
  beforeAll(async () => {
    await withAdmin(server, async (admin) => {
      const template = await templateFor(server, admin, contents);
      // why file_copy: five times as fast as through the log.
      await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy
        owner ${admin(server.owner.username)}`;
    });
    db = await openDatabase(owner);
  });
  afterAll(async () => {
    await db?.close();
    await withAdmin(server, (admin) => admin`drop database if exists ${admin(name)} with (force)`);
  });
  return {
    owner,
    get db() {
      if (!db) throw new Error('The database is there inside of tests and hooks only.');
      return db;
    },
  };
}

/** A connection as the value of DATABASE_URL. */
export function urlOf({ username, password, host, port, database }: ConnectionOptions): string {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${username}:${password}@/${database}?${place}`;
}

/** By socket, the pool of this process. why kept: to connect takes longer than to make a database. */
const admins = new Map<string, Sql>();

async function withAdmin<T>(server: TestServer, run: (admin: Sql) => Promise<T>): Promise<T> {
  const pool = admins.get(server.admin.host) ?? openPool(server.admin, { max: 1, name: 'tests' });
  admins.set(server.admin.host, pool);
  // why reserved: the pool closes an idle connection, and ends its lock, before a slow machine has filled a template.
  const admin = await pool.reserve();
  try {
    return await run(admin);
  } finally {
    admin.release();
  }
}

/** The name of the template with these contents, created by the first test file that needs it. */
async function templateFor(server: TestServer, admin: Sql, contents: Contents): Promise<string> {
  const parts = Object.entries(contents).filter(([, wanted]) => wanted);
  const name = ['template', ...parts.map(([part]) => part).toSorted()].join('_');
  await admin`select pg_advisory_lock(hashtext(${name}))`;
  try {
    const [found] = await admin`select from pg_database where datname = ${name}`;
    if (found) return name;
    const draft = `${name}_draft`;
    await admin`drop database if exists ${admin(draft)} with (force)`;
    // why: what is migrated already needs the demo studio alone.
    const base = contents.seeded
      ? await templateFor(server, admin, { ...contents, seeded: false })
      : 'template1';
    await admin`create database ${admin(draft)} template ${admin(base)} strategy file_copy
      owner ${admin(server.owner.username)}`;
    const db = await openDatabase({ ...server.owner, database: draft });
    try {
      await fill(db.owner, contents);
    } finally {
      await db.close();
    }
    await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
    return name;
  } finally {
    await admin`select pg_advisory_unlock(hashtext(${name}))`;
  }
}

async function fill(owner: Sql, contents: Contents): Promise<void> {
  if (contents.permissive) {
    for (const kind of ['tables', 'functions', 'sequences']) {
      await owner.unsafe(`alter default privileges in schema public
        grant all on ${kind} to anon, authenticated, service_role`);
    }
  }
  if (contents.bare) return;
  const history = 'supabase_migrations.schema_migrations';
  await migrate(owner, { directory: join(SUPABASE, 'migrations'), history });
  if (!contents.seeded) return;
  const folder = join(SUPABASE, 'seed');
  const files = existsSync(folder)
    ? readdirSync(folder).filter((each) => each.endsWith('.sql'))
    : [];
  if (files.length === 0) throw new Error(`There is no demo data in ${folder}.`);
  for (const file of files.toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8');
    await owner
      .begin((tx) => tx.unsafe(text).simple())
      .catch((cause: Error) => {
        throw new Error(`supabase/seed/${file}: ${cause.message}`, { cause });
      });
  }
}

/** The caller of a statement: an API role with the claims of a verified token. */
export type Who = {
  role: 'anon' | 'authenticated' | 'service_role';
  /** The user's id (`auth.uid()`). */
  sub?: string;
  claims?: Record<string, unknown>;
  /** Request headers, lower-case (`request.headers`). */
  headers?: Record<string, string>;
};

class Rollback extends Error {}

/**
 * Runs SQL as a request of that caller would, through the authenticator's login, and rolls it back.
 * Returns and throws what `run` does.
 */
export async function asRole<T>(
  db: Database,
  who: Who,
  run: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const claims = { role: who.role, ...(who.sub && { sub: who.sub }), ...who.claims };
  const result: { value: T }[] = [];
  await db.requests
    .begin(async (sql) => {
      await sql`select set_config('role', ${who.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('request.headers', ${JSON.stringify(who.headers ?? {})}, true)`;
      result.push({ value: await run(sql) });
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  const [done] = result;
  if (!done) throw new Error('The transaction ended before its work was done.');
  return done.value;
}

/**
 * Creates a staff member: an account that cannot sign in by password, and its profile.
 * @returns The user's id, for `asRole(db, { role: 'authenticated', sub: id }, …)`.
 */
export async function createStaff(
  db: Pick<Database, 'owner'>,
  role: 'admin' | 'crm_user' | 'inventory_user' | 'storekeeper',
): Promise<string> {
  const id = await createUser(db);
  await db.owner`insert into public.user_profiles (id, display_name, role)
    values (${id}, ${role}, ${role})`;
  return id;
}

/** Creates an account without a profile, which has a visitor's rights. Returns its id. */
export async function createUser(db: Pick<Database, 'owner'>): Promise<string> {
  const id = randomUUID();
  await db.owner`insert into auth.users (id, email, email_confirmed_at)
    values (${id}, ${`${id}@example.test`}, now())`;
  return id;
}
