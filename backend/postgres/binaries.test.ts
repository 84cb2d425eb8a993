import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { packagedBinaries, runnableBinaries } from './binaries.ts';
import { spawnOptions, unprivilegedUser } from './processes.ts';

const user = unprivilegedUser();
const folders: string[] = [];

function newFolder(mode: number): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'studio-binaries-')));
  fs.chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** The package as npm leaves it when it blocks install scripts: without its links. */
function installWithoutLinks(folder: string): string {
  const from = packagedBinaries();
  const native = join(folder, 'native');
  fs.cpSync(from, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !fs.lstatSync(path).isSymbolicLink(),
  });
  fs.copyFileSync(join(from, '../package.json'), join(folder, 'package.json'));
  return native;
}

const version = (native: string) =>
  spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...spawnOptions(user),
    encoding: 'utf8',
  }).stdout;

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

test('binaries in an open folder run where they are, their links completed', () => {
  const native = installWithoutLinks(newFolder(0o755));
  expect(version(native)).toBe('');
  const copies = newFolder(0o755);
  expect(runnableBinaries(native, user, copies)).toBe(native);
  expect(version(native)).toContain('PostgreSQL) 18.');
  expect(fs.readdirSync(copies)).toEqual([]);
});

test.runIf(user)(
  'binaries behind a closed folder are copied, and run without the original',
  { tags: ['long'] },
  () => {
    const home = newFolder(0o700);
    const native = installWithoutLinks(home);
    const copies = newFolder(0o755);
    const umask = process.umask(0o077);
    try {
      const copy = runnableBinaries(native, user, copies);
      expect(copy.startsWith(copies)).toBe(true);
      expect(runnableBinaries(native, user, copies)).toBe(copy);
      fs.rmSync(native, { recursive: true });
      expect(version(copy)).toContain('PostgreSQL) 18.');
      expect(fs.readdirSync(copies)).toHaveLength(1);
    } finally {
      process.umask(umask);
    }
  },
);

test('a platform without binaries is told so in one line', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...platform, value: 'sunos' });
  try {
    expect(() => packagedBinaries()).toThrow(/^No PostgreSQL comes with the packages for sunos-/);
  } finally {
    if (platform) Object.defineProperty(process, 'platform', platform);
  }
});

test('binaries that run nowhere are told so in one line', { tags: ['long'] }, () => {
  const native = installWithoutLinks(newFolder(0o755));
  fs.writeFileSync(join(native, 'bin/postgres'), 'no program');
  expect(() => runnableBinaries(native, user, newFolder(0o755))).toThrow(
    /^PostgreSQL does not run on this machine: [^\n]+$/,
  );
});
