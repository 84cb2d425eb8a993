/**
 * `npm run restore FILE`: restores a backup into the home that the environment selects. Asks before
 * it replaces data; `--yes` answers for the user.
 */
import type { Sql } from 'postgres';
import { openPool, StartError, type ConnectionOptions } from '#backend';
import { checkBackup, holdsData, restoreBackup } from '#server/backup/restore.ts';
import { declineDemoData } from '#server/demo-data.ts';
import { objectStore } from '#server/home.ts';
import { createLog } from '#server/log.ts';
import { fileNamed, refuseArguments, scriptArguments } from './arguments.ts';
import { confirmed } from './confirm.ts';
import { withDatabase } from './database.ts';
import { lastNumbers, repeatedNumbersWarning } from './verify-books.ts';

const USAGE = `Usage: npm run restore -- FILE [--yes]
Puts a backup in the place of all data of the studio, with the site stopped; asks before it does.
  --yes   does not ask`;

const { positionals } = scriptArguments(USAGE, { yes: { type: 'boolean' } }, 1);
const file = fileNamed(positionals[0] ?? refuseArguments(USAGE));

await withDatabase(async ({ env, target, joined }) => {
  if (joined) throw new StartError('The site is running: stop it first.');
  const checked = await checkBackup(file);
  const replaces = await holdsData(target);
  if (replaces && !(await confirmed('This replaces all data of the studio by the backup'))) {
    throw new StartError('Nothing was changed.');
  }
  const before = await withOwner(target, lastNumbers);
  const store = objectStore(env, createLog(env.LOG_LEVEL));
  const waited = await restoreBackup(target, store, file, checked);
  const restored = await withOwner(target, async (owner) => {
    await declineDemoData(owner);
    return lastNumbers(owner);
  });
  process.stdout.write(`Restored as it was at ${checked.manifest.made_at}.\n`);
  if (waited > 0) {
    process.stdout.write(
      `Messages that waited then and may have been sent since: ${waited}. They are not sent; ` +
        'what is still needed can be sent again at /ops/messages.\n',
    );
  }
  const warning = repeatedNumbersWarning(before, restored, checked.manifest.made_at);
  if (warning !== null) process.stdout.write(`${warning}\n`);
});

async function withOwner<T>(
  target: ConnectionOptions,
  run: (owner: Sql) => Promise<T>,
): Promise<T> {
  const owner = openPool(target, { max: 1, name: 'studio-restore' });
  try {
    return await run(owner);
  } finally {
    await owner.end();
  }
}
