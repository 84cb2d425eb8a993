import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFiles, readChecksums } from '#backend';

const ROOT = join(import.meta.dirname, '../..');

/** The list, as `sha256sum --check` reads it in the project's folder. */
export const LIST = 'supabase/migrations.sha256';

const FOLDERS = ['backend/postgres/platform', 'supabase/migrations'];

type Found = {
  /** Listed files that were changed or removed. */
  broken: string[];
  /** The lines of files that are not listed yet, in the order of their numbers. */
  missing: string[];
};

/**
 * Compares the migrations of the product and of the platform with the list of their checksums.
 * @param root the project's folder
 * @throws Error naming a line of the list that is none
 */
export function checkMigrations(root: string = ROOT): Found {
  const present = new Map<string, string>(
    FOLDERS.flatMap((folder) =>
      migrationFiles(join(root, folder)).map(
        ({ name, checksum }) => [`${folder}/${name}`, checksum] as const,
      ),
    ),
  );
  const listed = readList(root);
  return {
    broken: [...listed].flatMap(([file, checksum]) => {
      const found = present.get(file);
      if (found === checksum) return [];
      return [`${file} was ${found === undefined ? 'removed' : 'changed'}`];
    }),
    missing: [...present].flatMap(([file, checksum]) =>
      listed.has(file) ? [] : [`${checksum}  ${file}`],
    ),
  };
}

/**
 * @throws Error naming each listed file that was changed or removed
 */
export function refuseChanged(root: string = ROOT): void {
  const { broken } = checkMigrations(root);
  if (broken.length === 0) return;
  throw new Error(
    `Migrations in ${LIST} are never changed: restore them, and write a new one. (The line of one ` +
      `that is in no other copy of the project may be taken out of the list.)\n${broken.join('\n')}`,
  );
}

/**
 * Appends the migrations that are not listed yet.
 * @returns their lines
 * @throws Error when a listed file was changed or removed
 */
export function listMigrations(root: string = ROOT): string[] {
  refuseChanged(root);
  const { missing } = checkMigrations(root);
  if (missing.length === 0) return [];
  const file = join(root, LIST);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, `${before}${missing.join('\n')}\n`);
  return missing;
}

function readList(root: string): Map<string, string> {
  const file = join(root, LIST);
  if (!existsSync(file)) return new Map();
  const listed = readChecksums(file);
  for (const [name, checksum] of listed) {
    if (!/^[0-9a-f]{64}$/.test(checksum)) {
      throw new Error(`${LIST} has a line that is none: ${checksum} ${name}`);
    }
  }
  return listed;
}
