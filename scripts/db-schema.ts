/**
 * `npm run db:schema`: writes the generated files of supabase/schemas from a temporary database, and
 * compares the others with it.
 */
import { scriptArguments } from './arguments.ts';
import { endOnSignals, messageOf } from './database.ts';
import { changeTo } from './schema/change.ts';
import { LIST, refuseChanged } from './schema/checksums.ts';
import { SCHEMA_FOLDER } from './schema/files.ts';
import { withMigratedDatabase } from './schema/migrated-database.ts';
import { readSources, sourceTexts } from './schema/sources.ts';
import { writeSchema } from './schema/write-schema.ts';

const DIFFERS =
  'The migrations make other functions or views than these files of supabase/schemas, where they are ' +
  'written by hand. Change the files, and let npm run db:change -- NAME write the migration:';

scriptArguments(
  `Usage: npm run db:schema
Writes the tables in supabase/schemas from the migrations, appends new migrations to
${LIST}, and says which functions and views differ from their files.`,
  {},
);
endOnSignals();
try {
  refuseChanged();
  const sources = readSources(sourceTexts(SCHEMA_FOLDER));
  await withMigratedDatabase(async (owner) => {
    const { differing } = await owner.begin((tx) => changeTo(tx, sources));
    if (differing.length > 0) throw new Error(`${DIFFERS}\n${differing.join('\n')}`);
    const lines = await writeSchema(owner);
    process.stdout.write(`${[...lines, 'The generated files are up to date.'].join('\n')}\n`);
  });
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
