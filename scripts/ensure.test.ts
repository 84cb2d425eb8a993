// @module-tag long
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '#tests/support/waiting.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A checkout without packages, whose npm install runs `preinstall` first. */
function checkout(preinstall: string): string {
  const root = mkdtempSync(join(tmpdir(), 'studio-ensure-'));
  folders.push(root);
  chmodSync(root, 0o755);
  mkdirSync(join(root, 'scripts'));
  cpSync(join(import.meta.dirname, 'ensure.mjs'), join(root, 'scripts/ensure.mjs'));
  writeFileSync(join(root, 'scripts/patch.mjs'), '');
  writeFileSync(join(root, 'wait.mjs'), preinstall);
  const manifest = { name: 'checkout', private: true, scripts: { preinstall: 'node wait.mjs' } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  return root;
}

const argumentsFor = (root: string) => [join(root, 'scripts/ensure.mjs'), 'dev'];

function ensure(root: string, user: { uid: number; gid: number } | null = null) {
  const options = { ...user, cwd: '/', encoding: 'utf8' } as const;
  const done = spawnSync(process.execPath, argumentsFor(root), options);
  return { code: done.status, said: done.stdout + done.stderr };
}

it('begins afresh after an install that was cut off, and waits for npm to end', async () => {
  const root = checkout(`
    import { existsSync, writeFileSync } from 'node:fs';
    if (!existsSync('npm')) {
      writeFileSync('npm', String(process.ppid));
      setTimeout(() => {}, 60_000);
    }`);
  const half = join(root, 'node_modules/.half-moved');
  mkdirSync(half, { recursive: true });
  const started = spawn(process.execPath, argumentsFor(root), { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => started.once('exit', resolve));
  await eventually(() => expect(existsSync(join(root, 'npm'))).toBe(true));
  // Signals the whole process group, as Ctrl-C in a terminal does.
  process.kill(-(started.pid ?? 0), 'SIGINT');
  await ended;
  expect(existsSync(join(root, '.ensure-lock'))).toBe(false);
  const groupOf = () => process.kill(-(started.pid ?? 0), 0);
  await eventually(() => expect(groupOf).toThrow('ESRCH'));

  const again = ensure(root);
  expect(again).toMatchObject({ code: 0 });
  expect(again.said).toContain('An install was cut off; beginning afresh.');
  expect(existsSync(half)).toBe(false);
  expect(ensure(root)).toEqual({ code: 0, said: '' });
});

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody']));
const nobody = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;
const runsAsNobody =
  nobody !== null &&
  spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0;

it.runIf(runsAsNobody)('uses a checkout that may only be read, or says who must prepare it', () => {
  const root = checkout('');
  const refused = ensure(root, nobody);
  expect(refused).toEqual({
    code: 1,
    said:
      `Packages or build are missing or stale, and this user may not write to ${root} (EACCES): ` +
      'let its owner run npm start.\n',
  });
  expect(ensure(root).code).toBe(0);
  expect(ensure(root, nobody)).toEqual({ code: 0, said: '' });
});
