/** `npm run db:types`: writes src/data/types.gen.ts from a temporary database. */
import { scriptArguments } from './arguments.ts';
import { endOnSignals, messageOf } from './database.ts';
import { withMigratedDatabase } from './schema/migrated-database.ts';
import { writeTypes } from './write-types.ts';

scriptArguments('Usage: npm run db:types\nWrites src/data/types.gen.ts from the migrations.', {});
endOnSignals();
try {
  const said = await withMigratedDatabase(writeTypes);
  process.stdout.write(`${said.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
