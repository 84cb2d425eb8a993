import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Migrations } from '#backend/postgres/migrate.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';

const FILE = join(import.meta.dirname, '../fault/releases/before-baseline.json.gz');

/** The files of the chain that the baseline replaced, by name. */
export const FOLDED_CHAIN = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Record<
  string,
  string
>;

/** Their versions, in order. */
export const FOLDED_VERSIONS = Object.keys(FOLDED_CHAIN)
  .map((name) => name.slice(0, 14))
  .toSorted();

/** Writes the chain into a new folder, which the caller removes. Returns it as the runner's migrations. */
export function writeFoldedChain(): Migrations {
  const directory = mkdtempSync(join(tmpdir(), 'studio-folded-'));
  for (const [name, text] of Object.entries(FOLDED_CHAIN))
    writeFileSync(join(directory, name), text);
  return { directory, history: MIGRATIONS.history };
}
