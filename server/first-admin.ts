import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { createUser } from '#backend/api';
import type { Environment } from './environment.ts';

/** Access of the first admin, printed at start-up until somebody has signed in. */
export interface FirstAdmin {
  email: string;
  /**
   * The generated password, only on the start that generated it; null if it is from the
   * environment.
   */
  password: string | null;
  /** File with the generated password; null when it is from the environment. */
  file: string | null;
}

const DEFAULT_EMAIL = 'admin@studio.local';

const passwordFile = (env: Environment) => join(env.DATA_DIR, 'ops-admin-password');

/**
 * The sign-in hint to print: the first admin while nobody has signed in yet; 'none' when there is
 * no admin; null when somebody has signed in.
 */
export async function pendingAdmin(
  owner: Sql,
  env: Environment,
): Promise<FirstAdmin | 'none' | null> {
  const [admin] = await owner<{ email: string; isUsed: boolean }[]>`
    select u.email, exists (select from auth.users where last_sign_in_at is not null) as "isUsed"
    from public.user_profiles p join auth.users u on u.id = p.id
    where p.role = 'admin' order by u.created_at limit 1`;
  if (!admin) return 'none';
  if (admin.isUsed) return null;
  const file = passwordFile(env);
  return { email: admin.email, password: null, file: existsSync(file) ? file : null };
}

/**
 * Creates the first admin of a database without one, from OPS_ADMIN_EMAIL and OPS_ADMIN_PASSWORD or
 * with a random password saved in DATA_DIR with mode 0600. Safe to run in several processes at
 * once.
 * @returns null when there is an admin already.
 */
export async function ensureFirstAdmin(owner: Sql, env: Environment): Promise<FirstAdmin | null> {
  const sql = await owner.reserve();
  try {
    await sql`begin`;
    await sql`select pg_advisory_xact_lock(hashtext('first admin'))`;
    const admin = await makeFirstAdmin(sql, env);
    await sql`commit`;
    return admin;
  } catch (error) {
    await sql`rollback`;
    throw error;
  } finally {
    sql.release();
  }
}

async function makeFirstAdmin(sql: Sql, env: Environment): Promise<FirstAdmin | null> {
  const [admin] = await sql`select 1 from public.user_profiles where role = 'admin' limit 1`;
  if (admin) return null;
  const email = env.OPS_ADMIN_EMAIL ?? DEFAULT_EMAIL;
  const file = passwordFile(env);
  const password = env.OPS_ADMIN_PASSWORD ?? (await savedPassword(file));
  const user = await createUser(sql, { email, password });
  await sql`insert into public.user_profiles (id, display_name, role)
    values (${user.id}, 'Studio admin', 'admin')`;
  return env.OPS_ADMIN_PASSWORD ? { email, password: null, file: null } : { email, password, file };
}

// why: a start interrupted between writing the file and the row must use the same password again.
async function savedPassword(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
  const password = randomBytes(12).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}
