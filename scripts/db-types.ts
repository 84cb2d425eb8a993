/** `npm run db:types`: writes src/data/types.gen.ts from a temporary database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConnectionOptions,
  migrate,
  openDatabase,
  removeEmbedded,
  silent,
  startEmbedded,
} from '#backend';
import { MIGRATIONS } from '#server/migrations.ts';
import { scriptArguments } from './arguments.ts';
import { endOnSignals, messageOf } from './database.ts';
import { changedLines } from './type-changes.ts';
import { generateTypes } from './type-generator.ts';

const NAME = 'src/data/types.gen.ts';
const FILE = join(import.meta.dirname, '..', NAME);

scriptArguments(`Usage: npm run db:types\nWrites ${NAME} from the migrations.`, {});
endOnSignals();
const dataDir = mkdtempSync(join(tmpdir(), 'studio-types-'));
let stop = async () => {};
try {
  const server = await startEmbedded({ dataDir, log: silent });
  stop = server.stop;
  const types = await typesOf(server.owner);
  const changed = changedLines(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', types);
  writeFileSync(FILE, types);
  const said = changed.length === 0 ? [`${NAME} is up to date.`] : [`${NAME} changed:`, ...changed];
  process.stdout.write(`${said.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await stop();
  removeEmbedded({ dataDir });
  rmSync(dataDir, { recursive: true, force: true });
}

async function typesOf(target: ConnectionOptions): Promise<string> {
  const db = await openDatabase(target);
  try {
    await migrate(db.owner, MIGRATIONS);
    return await generateTypes(db.owner);
  } finally {
    await db.close();
  }
}
