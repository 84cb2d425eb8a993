/**
 * `npm run restore FILE`: brings a backup into the home that the environment names. Over data it
 * asks first; `--yes` answers for the person.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool } from '#backend/postgres/database.ts';
import { StartError } from '#backend/postgres/start-error.ts';
import { checkBackup, holdsData, restoreBackup } from '#server/backup/restore.ts';
import { declineDemoData } from '#server/demo-data.ts';
import { objectStore } from '#server/home.ts';
import { createLog } from '#server/log.ts';
import { confirmed } from './confirm.ts';
import { withDatabase } from './database.ts';

const { positionals } = parseArgs({
  allowPositionals: true,
  options: { yes: { type: 'boolean' } },
});

await withDatabase(async ({ env, target, joined }) => {
  if (!positionals[0]) throw new StartError('Usage: npm run restore -- FILE [--yes]');
  if (joined) throw new StartError('The site is running: stop it first.');
  const file = resolve(process.env['INIT_CWD'] ?? '', positionals[0]);
  const manifest = await checkBackup(file);
  const replaces = await holdsData(target);
  if (replaces && !(await confirmed('This replaces all data of the studio by the backup'))) {
    throw new StartError('Nothing was changed.');
  }
  const store = objectStore(env, createLog(env.LOG_LEVEL));
  await restoreBackup(target, store, file, manifest);
  const owner = openPool(target, { max: 1, name: 'studio-restore' });
  await declineDemoData(owner);
  await owner.end();
  process.stdout.write(`Restored as it was at ${manifest.made_at}.\n`);
});
