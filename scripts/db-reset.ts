/**
 * `npm run db:reset`: forgets the embedded home (database, pictures, cache), so that the next start
 * begins afresh. Asks first; `--yes` answers for the person. Never touches a DATABASE_URL.
 */
import { rmSync } from 'node:fs';
import { attachEmbedded, removeEmbedded } from '#backend/postgres/embedded.ts';
import { processEnvironment } from '#server/environment.ts';
import { confirmed } from './confirm.ts';

const env = processEnvironment();
const stopWith = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

if (env.DATABASE_URL || env.SUPABASE_URL) {
  stopWith('db:reset is for the embedded home only; unset DATABASE_URL and SUPABASE_URL.');
}
if (attachEmbedded({ dataDir: env.DATA_DIR })) stopWith('The site is running: stop it first.');
if (!(await confirmed(`This deletes everything in ${env.DATA_DIR}`)))
  stopWith('Nothing was deleted.');
removeEmbedded({ dataDir: env.DATA_DIR });
rmSync(env.DATA_DIR, { recursive: true, force: true });
process.stdout.write('Deleted. The next npm start begins afresh.\n');
