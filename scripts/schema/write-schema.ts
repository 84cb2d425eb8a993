import type { Sql } from 'postgres';
import { listMigrations } from './checksums.ts';
import { filesOf, SCHEMA_FOLDER, writeFiles } from './files.ts';

/**
 * Writes the generated files of supabase/schemas and lists new migrations.
 * @param owner a database that was just migrated, with the functions and views of their files. why:
 *   a migration that fails, or makes others, is not listed, so that it can be mended.
 * @returns a line for each file that changed and each migration that is new
 */
export async function writeSchema(owner: Sql): Promise<string[]> {
  const files = await owner.begin((tx) => filesOf(tx));
  const written = writeFiles(SCHEMA_FOLDER, files).map(
    (path) => `${files.has(path) ? 'wrote' : 'removed'} supabase/schemas/${path}`,
  );
  const listed = listMigrations().map((line) => `listed ${line.split('  ').at(-1)}`);
  return [...written, ...listed];
}
