/**
 * `npm run backup [FILE]`: writes database and stored objects into one file, while the site may go
 * on running.
 */
import { resolve } from 'node:path';
import { writeBackup } from '#server/backup/write.ts';
import { objectStore } from '#server/home.ts';
import { createLog } from '#server/log.ts';
import { withDatabase } from './database.ts';

const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
const name = process.argv[2] ?? `studio-rental-${stamp}Z.tar.gz`;
// why: npm runs scripts in the project's folder, wherever it was called.
const file = resolve(process.env['INIT_CWD'] ?? '', name);

await withDatabase(async ({ env, target }) => {
  const { tables, objects, bytes, missing } = await writeBackup(
    target,
    objectStore(env, createLog(env.LOG_LEVEL)),
    file,
  );
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  process.stdout.write(`${file}: ${tables} tables, ${objects} stored objects, ${size}.\n`);
  if (missing.length > 0) {
    process.stderr.write(
      `${missing.length} stored objects have no file and are not in it: ${missing.join(', ')}\n`,
    );
  }
});
