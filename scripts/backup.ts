/**
 * `npm run backup [-- FILE]`: writes the database and stored objects into one file, also while the
 * site is running.
 */
import { recordBackup, writeBackup } from '#server/backup/write.ts';
import { objectStore } from '#server/home.ts';
import { createLog } from '#server/log.ts';
import { fileNamed, scriptArguments } from './arguments.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: npm run backup [-- FILE]
Writes the database and the pictures into FILE, or studio-rental-<time>.tar.gz. It ends with code 1
when pictures that the database knows are missing; the file is written all the same.`;

const { positionals } = scriptArguments(USAGE, {}, 1);
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
const file = fileNamed(positionals[0] ?? `studio-rental-${stamp}Z.tar.gz`);

await withDatabase(async ({ env, target }) => {
  const store = objectStore(env, createLog(env.LOG_LEVEL));
  const written = await writeBackup(target, store, file);
  await recordBackup(target, written);
  const { tables, objects, bytes, missing } = written;
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  process.stdout.write(`${file}: ${tables} tables, ${objects} stored objects, ${size}.\n`);
  if (missing.length > 0) {
    process.stderr.write(
      `Not whole: ${missing.length} stored objects have no file and are not in it: ${missing.join(', ')}\n`,
    );
    process.exitCode = 1;
  }
});
