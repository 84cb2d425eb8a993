/** `npm run db:types`: writes src/data/types.gen.ts from a database made for the purpose. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#backend/log.ts';
import { openDatabase } from '#backend/postgres/database.ts';
import { removeEmbedded, startEmbedded } from '#backend/postgres/embedded.ts';
import { migrate } from '#backend/postgres/migrate.ts';
import { MIGRATIONS } from '#server/migrations.ts';
import { generateTypes } from './type-generator.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'studio-types-'));
const server = await startEmbedded({ dataDir, log: silent });
try {
  const db = await openDatabase(server.owner);
  await migrate(db.owner, MIGRATIONS);
  const file = join(import.meta.dirname, '../src/data/types.gen.ts');
  writeFileSync(file, await generateTypes(db.owner));
  await db.close();
  process.stdout.write('src/data/types.gen.ts is up to date.\n');
} finally {
  await server.stop();
  removeEmbedded({ dataDir });
  rmSync(dataDir, { recursive: true, force: true });
}
