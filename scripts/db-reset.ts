/**
 * `npm run db:reset`: deletes the embedded home (database, pictures, cache), so that the next start
 * creates a new one. Lists what it deletes and asks first; `--yes` answers for the user. Leaves a
 * DATABASE_URL, a database of another folder, and files that the site did not create.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attachEmbedded, databaseFolder, removeEmbedded, StartError } from '#backend';
import { processEnvironment } from '#server/environment.ts';
import { scriptArguments } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { messageOf } from './database.ts';

/** Files and folders that the site creates in DATA_DIR, besides its database. */
const OURS = ['storage', 'cache', 'ops-admin-password'];

const USAGE = `Usage: npm run db:reset [-- --yes]
Deletes the database, the pictures and the cache of the embedded home, after asking.
  --yes   does not ask`;

async function reset(): Promise<string> {
  const { DATABASE_URL, SUPABASE_URL, DATA_DIR: dataDir } = processEnvironment();
  if (DATABASE_URL || SUPABASE_URL) {
    throw new StartError(
      'db:reset is for the embedded home only; unset DATABASE_URL and SUPABASE_URL.',
    );
  }
  if (!existsSync(dataDir)) return `There is no ${dataDir}: nothing was deleted.`;
  const { folder, isForeign } = databaseFolder({ dataDir });
  if (!isForeign && attachEmbedded({ dataDir })) {
    throw new StartError('The site is running: stop it first.');
  }
  const here = `pictures and cache in ${dataDir}`;
  const what = isForeign
    ? `This deletes the ${here}; the database in ${folder} belongs to another folder and stays`
    : `This deletes the database in ${folder}, and the ${here}`;
  if (!(await confirmed(what))) throw new StartError('Nothing was deleted.');
  removeEmbedded({ dataDir });
  for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true });
  const others = readdirSync(dataDir);
  const rest = others.length > 0 ? ` Left in ${dataDir}: ${others.join(', ')}.` : '';
  return `Deleted. The next npm start begins afresh.${rest}`;
}

scriptArguments(USAGE, { yes: { type: 'boolean' } });
try {
  process.stdout.write(`${await reset()}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
