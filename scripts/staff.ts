/**
 * `npm run staff -- COMMAND …`: manages the accounts that may sign in to /ops. It calls the database
 * functions of the staff page and `/auth/v1/admin/users` with the service key, in every home.
 */
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { openDatabase, silent } from '#backend';
import { createGateway, loadKeys } from '#backend/api';
import type { Database } from '#data/types.gen.ts';
import { loadEnvFile } from '#server/environment.ts';
import { objectStore } from '#server/home.ts';
import { refuseArguments, scriptArguments } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { withDatabase } from './database.ts';
import { commandOf, OPTIONS, ROLES, runCommand } from './staff-commands.ts';

const USAGE = `Usage: npm run staff -- COMMAND
  add EMAIL [--role ${ROLES.join('|')}] [--name "Display name"]
  list                         everybody, with role and name
  disable EMAIL                ends the sessions; no sign-in until enabled
  enable EMAIL                 may sign in again
  sign-out EMAIL               ends the sessions
  password EMAIL               sets a new password, and ends the sessions
  role EMAIL ${ROLES.join('|')}
  rename EMAIL "Display name"
  remove EMAIL [--yes]         deletes the account, after asking
A new password is taken from STAFF_PASSWORD, or made up and printed once. Without --role, add gives
crm_user.`;

const { positionals, values } = scriptArguments(USAGE, OPTIONS, 3);
const command =
  commandOf({ words: positionals, role: values.role, name: values.name }) ?? refuseArguments(USAGE);

/** Runs the command; a refusal is printed as one line, with exit code 1. */
async function run(url: string, key: string, fetchIn?: typeof fetch): Promise<void> {
  const client = createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(fetchIn ? { global: { fetch: fetchIn } } : {}),
  });
  const operator = {
    say: (line: string) => void process.stdout.write(`${line}\n`),
    confirm: confirmed,
    password: process.env['STAFF_PASSWORD'],
  };
  const refusal = await runCommand(command, client, operator, url);
  if (refusal === null) return;
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
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
