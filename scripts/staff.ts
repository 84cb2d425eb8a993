/**
 * `npm run staff -- add|list|disable|password …`: the people who may sign in to /ops. Speaks
 * `/auth/v1/admin/users` with the service key, so it does the same in every home.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createClient,
  type PostgrestError,
  type SupabaseClient,
  type User,
} from '@supabase/supabase-js';
import { createGateway } from '#backend/gateway.ts';
import { loadKeys } from '#backend/keys.ts';
import { silent } from '#backend/log.ts';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#data/types.gen.ts';
import { loadEnvFile } from '#server/environment.ts';
import { objectStore } from '#server/home.ts';
import { withDatabase } from './database.ts';

type Client = SupabaseClient<Database>;

const ROLES = ['admin', 'crm_user', 'inventory_user'];
const FOREVER = '876000h';
const USAGE = `Usage:
  npm run staff -- add EMAIL [--role ${ROLES.join('|')}] [--name "Display name"]
  npm run staff -- list
  npm run staff -- disable EMAIL
  npm run staff -- password EMAIL
A new password is taken from STAFF_PASSWORD, or made up and printed once.`;

/** A refusal that is told to the person as it is. */
class Refused extends Error {}

const refusalOf = ({ code, message }: PostgrestError) =>
  new Refused(
    code === 'PGRST205'
      ? 'The database is not set up yet: start the site once, or apply supabase/migrations.'
      : message,
  );

const say = (line: string) => process.stdout.write(`${line}\n`);

function newPassword(): string {
  const given = process.env['STAFF_PASSWORD'];
  if (given) return given;
  const made = randomBytes(12).toString('base64url');
  say(`Password (said once): ${made}`);
  return made;
}

async function everybody(client: Client): Promise<User[]> {
  const all: User[] = [];
  for (let page = 1; ; page += 1) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: 200 });
    if (error) throw new Refused(error.message);
    all.push(...data.users);
    if (data.users.length < 200) return all;
  }
}

async function profiles(client: Client) {
  const { data, error } = await client.from('user_profiles').select('id, display_name, role');
  if (error) throw refusalOf(error);
  return new Map(data.map((profile) => [profile.id, profile]));
}

const isDisabled = ({ banned_until: until }: User) =>
  until !== undefined && until !== null && new Date(until) > new Date();

async function add(client: Client, email: string, role: string, name: string): Promise<void> {
  if (!ROLES.includes(role)) throw new Refused(`The role must be one of ${ROLES.join(', ')}.`);
  const password = newPassword();
  const { data, error } = await client.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  });
  if (error) throw new Refused(error.message);
  const profile = { id: data.user.id, display_name: name, role };
  const inserted = await client.from('user_profiles').insert(profile);
  if (inserted.error) {
    await client.auth.admin.deleteUser(data.user.id);
    throw refusalOf(inserted.error);
  }
  say(`${email} may sign in as ${role}.`);
}

async function list(client: Client): Promise<void> {
  const known = await profiles(client);
  for (const user of await everybody(client)) {
    const profile = known.get(user.id);
    const state = isDisabled(user) ? 'disabled' : (profile?.role ?? 'no role');
    say([user.email, state, profile?.display_name ?? ''].join('\t'));
  }
}

/** The account of that e-mail. With `unlessLastAdmin`, refuses the last one who may do everything. */
async function find(client: Client, email: string, unlessLastAdmin = false): Promise<User> {
  const users = await everybody(client);
  const user = users.find((each) => each.email === email.toLowerCase());
  if (!user) throw new Refused(`Nobody signs in as ${email}.`);
  if (!unlessLastAdmin) return user;
  const known = await profiles(client);
  const admins = users.filter((one) => !isDisabled(one) && known.get(one.id)?.role === 'admin');
  if (admins.length === 1 && admins[0]?.id === user.id)
    throw new Refused(`${email} is the last admin: add another one first.`);
  return user;
}

async function change(client: Client, user: User, attributes: object, done: string) {
  const { error } = await client.auth.admin.updateUserById(user.id, attributes);
  if (error) throw new Refused(error.message);
  say(done);
}

async function command(client: Client): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string', default: 'crm_user' }, name: { type: 'string' } },
  });
  const [verb, email] = positionals;
  if (verb === 'list') return list(client);
  if (!email) throw new Refused(USAGE);
  if (verb === 'add') return add(client, email, values.role, values.name ?? email.split('@')[0]!);
  if (verb === 'disable') {
    const user = await find(client, email, true);
    return change(client, user, { ban_duration: FOREVER }, `${email} can no longer sign in.`);
  }
  if (verb === 'password') {
    const user = await find(client, email);
    return change(client, user, { password: newPassword() }, `${email} has a new password.`);
  }
  throw new Refused(USAGE);
}

/** Runs the command; a refusal becomes one line and exit code 1. */
async function run(url: string, key: string, fetchIn?: typeof fetch): Promise<void> {
  const client: Client = createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(fetchIn ? { global: { fetch: fetchIn } } : {}),
  });
  try {
    await command(client);
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

loadEnvFile();
const { SUPABASE_URL: projectUrl, SUPABASE_SERVICE_ROLE_KEY: projectKey } = process.env;
if (projectUrl) {
  if (projectKey) await run(projectUrl, projectKey);
  else {
    process.stderr.write('SUPABASE_SERVICE_ROLE_KEY is needed together with SUPABASE_URL.\n');
    process.exitCode = 1;
  }
} else {
  await withDatabase(async ({ env, target }) => {
    const db = await openDatabase(target);
    try {
      const keys = await loadKeys(db.owner, env.JWT_SECRET ? { jwtSecret: env.JWT_SECRET } : {});
      const gateway = createGateway({
        db,
        keys,
        store: objectStore(env, silent),
        cacheRoot: join(env.DATA_DIR, 'cache'),
        trustedProxies: [],
        log: silent,
      });
      const inProcess: typeof fetch = async (input, init) =>
        gateway.fetch(new Request(input, init), { address: '127.0.0.1' });
      await run('http://gateway.internal', keys.serviceKey, inProcess);
    } finally {
      await db.close();
    }
  });
}
