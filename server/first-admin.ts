import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { createUser } from '#backend/auth/users.ts';
import type { Environment } from './environment.ts';

/** How the first admin signs in, told once at the terminal. */
export interface FirstAdmin {
  email: string;
  password: string;
  /** File that keeps a made-up password, null when it came from the environment. */
  file: string | null;
}

const DEFAULT_EMAIL = 'admin@studio.local';

/**
 * Makes the first admin of a database that has none, from OPS_ADMIN_EMAIL and OPS_ADMIN_PASSWORD or
 * with a random password kept in DATA_DIR with mode 0600. Any number of processes may do so at once.
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
  const keptIn = join(env.DATA_DIR, 'ops-admin-password');
  const password = env.OPS_ADMIN_PASSWORD ?? (await keptPassword(keptIn));
  const user = await createUser(sql, { email, password });
  await sql`insert into public.user_profiles (id, display_name, role)
    values (${user.id}, 'Studio admin', 'admin')`;
  return { email, password, file: env.OPS_ADMIN_PASSWORD ? null : keptIn };
}

// why: a start cut off between the file and the row must find the same password again.
async function keptPassword(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
  const password = randomBytes(12).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}
