import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { changedLines } from './type-changes.ts';
import { generateTypes } from './type-generator.ts';

const NAME = 'src/data/types.gen.ts';
const FILE = join(import.meta.dirname, '..', NAME);

/**
 * Writes the types of a database that was just migrated.
 * @returns what changed in them, for a person to read
 */
export async function writeTypes(owner: Sql): Promise<string[]> {
  const types = await generateTypes(owner);
  const changed = changedLines(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', types);
  writeFileSync(FILE, types);
  return changed.length === 0 ? [`${NAME} is up to date.`] : [`${NAME} changed:`, ...changed];
}
