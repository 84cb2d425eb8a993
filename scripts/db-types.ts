/** `npm run db:types`: writes src/data/types.gen.ts from a temporary database. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptArguments } from './arguments.ts';
import { endOnSignals, messageOf } from './database.ts';
import { withMigratedDatabase } from './schema/migrated-database.ts';
import { changedLines } from './type-changes.ts';
import { generateTypes } from './type-generator.ts';

const NAME = 'src/data/types.gen.ts';
const FILE = join(import.meta.dirname, '..', NAME);

scriptArguments(`Usage: npm run db:types\nWrites ${NAME} from the migrations.`, {});
endOnSignals();
try {
  const types = await withMigratedDatabase(generateTypes);
  const changed = changedLines(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', types);
  writeFileSync(FILE, types);
  const said = changed.length === 0 ? [`${NAME} is up to date.`] : [`${NAME} changed:`, ...changed];
  process.stdout.write(`${said.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
