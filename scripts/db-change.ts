/**
 * `npm run db:change -- NAME`: writes the migration that makes the functions and views as their
 * files in supabase/schemas say.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, migrationFiles } from '#backend';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { refuseArguments, scriptArguments } from './arguments.ts';
import { endOnSignals, messageOf } from './database.ts';
import { changeTo } from './schema/change.ts';
import { refuseChanged } from './schema/checksums.ts';
import { SCHEMA_FOLDER } from './schema/files.ts';
import { withMigratedDatabase } from './schema/migrated-database.ts';
import { readSources, sourceTexts } from './schema/sources.ts';
import { writeSchema } from './schema/write-schema.ts';
import { writeTypes } from './write-types.ts';

const USAGE = `Usage: npm run db:change -- NAME
Writes supabase/migrations/<number>_NAME.sql with what the functions and views in supabase/schemas
have and the migrations lack, then runs what db:types and db:schema run.`;

const {
  positionals: [name = ''],
} = scriptArguments(USAGE, {}, 1);
if (!/^[a-z][a-z0-9_]*$/.test(name)) refuseArguments(USAGE, 'NAME is like rates_by_week.');

/** why not today's date: the number must come after the last, on any day. */
function nextFile(): string {
  const last = migrationFiles(MIGRATIONS.directory).at(-1)?.name.slice(0, 14) ?? '0';
  return join(MIGRATIONS.directory, `${Number(last) + 100}_${name}.sql`);
}

endOnSignals();
try {
  refuseChanged();
  const sources = readSources(sourceTexts(SCHEMA_FOLDER));
  await withMigratedDatabase(async (owner) => {
    const { sql, differing } = await owner.begin((tx) => changeTo(tx, sources));
    if (sql === '') {
      process.stdout.write('The functions and views are as the migrations make them.\n');
      return;
    }
    const file = nextFile();
    writeFileSync(file, sql, { flag: 'wx' });
    try {
      await migrate(owner, MIGRATIONS);
    } catch (error) {
      rmSync(file);
      throw error;
    }
    const lines = [...(await writeSchema(owner)), ...(await writeTypes(owner))];
    process.stdout.write(`${[`wrote ${file}, for:`, ...differing, ...lines].join('\n')}\n`);
  });
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
