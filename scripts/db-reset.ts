/**
 * `npm run db:reset`: forgets the embedded home (database, pictures, cache), so that the next start
 * begins afresh. Says what it deletes and asks first; `--yes` answers for the person. Never touches a
 * DATABASE_URL, a database that belongs to another folder, or a file that the site did not make.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attachEmbedded, databaseFolder, removeEmbedded, StartError } from '#backend';
import { processEnvironment } from '#server/environment.ts';
import { scriptArguments } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { sentenceOf } from './database.ts';

/** Files and folders of DATA_DIR that the site makes, beside its database. */
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
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
