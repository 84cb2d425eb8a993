/** `npm run db:schema`: writes supabase/schemas from a temporary database. */
import { scriptArguments } from './arguments.ts';
import { endOnSignals, messageOf } from './database.ts';
import { filesOf, SCHEMA_FOLDER, writeFiles } from './schema/files.ts';
import { withMigratedDatabase } from './schema/migrated-database.ts';

const NAME = 'supabase/schemas';

scriptArguments(`Usage: npm run db:schema\nWrites ${NAME} from the migrations.`, {});
endOnSignals();
try {
  const files = await withMigratedDatabase((owner) => owner.begin(filesOf));
  const written = writeFiles(SCHEMA_FOLDER, files);
  const lines = written.map((path) => `${files.has(path) ? 'wrote' : 'removed'} ${NAME}/${path}`);
  process.stdout.write(`${[...lines, `${NAME} is up to date: ${files.size} files.`].join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
