/**
 * Makes sure that what a command needs is there: `node scripts/ensure.mjs start|test|dev`.
 * Plain JavaScript on built-ins only, because it runs before any package is installed and on any
 * Node from 20 on. Does nothing, in some milliseconds, when all is fresh.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative } from 'node:path';

const NODE_MAJOR = 24;
const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const LOCK = join(ROOT, '.ensure-lock');
const INSTALL_STAMP = join(ROOT, 'node_modules/.installed');
const BUILD_STAMP = join(ROOT, 'dist/.built');
const BUILD_INPUTS = [
  'src',
  'public',
  'studio.config.ts',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
];

const say = (line) => process.stdout.write(`${line}\n`);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Ends with one line for the person. */
function fail(line) {
  rmSync(LOCK, { recursive: true, force: true });
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.gen\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(join(ROOT, path)))) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function run(command, args) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}` },
  });
  return {
    ok: result.status === 0,
    output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`,
  };
}

/** One `ensure` at a time; the lock of a process that is gone does not count. */
function lock() {
  for (let waited = 0; ; waited += 1) {
    try {
      mkdirSync(LOCK);
      writeFileSync(join(LOCK, 'pid'), String(process.pid));
      return;
    } catch {
      const pid = Number(read(join(LOCK, 'pid')));
      if (pid > 0 && !isAlive(pid)) rmSync(LOCK, { recursive: true, force: true });
      else if (waited === 0) say('Another start is preparing this folder; waiting for it …');
      else if (waited > 600)
        fail(`The folder has been locked for 5 minutes; remove ${LOCK} if nothing is running.`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  const wanted = hashOf(['package.json', 'package-lock.json', 'patches']);
  if (read(INSTALL_STAMP) === wanted) return;
  say('Installing packages (about a minute the first time) …');
  // why: `npm ci` refuses a lockfile that lacks other platforms' optional binaries.
  const result = run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (!result.ok)
    fail(`npm install failed:\n${result.output.trim().split('\n').slice(-15).join('\n')}`);
  // why: npm runs this itself, but not where install scripts are forbidden.
  const mended = run('node', ['scripts/patch.mjs']);
  if (!mended.ok) fail(mended.output.trim());
  writeFileSync(INSTALL_STAMP, wanted);
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return;
  const own = run(join(BIN, 'node'), ['--version']);
  if (own.ok && Number(own.output.slice(1).split('.')[0]) >= NODE_MAJOR) return;
  fail(
    `Node.js ${process.versions.node} is too old here: install Node.js ${NODE_MAJOR} or newer from https://nodejs.org.`,
  );
}

function build() {
  const wanted = hashOf(BUILD_INPUTS);
  if (read(BUILD_STAMP) === wanted) return;
  say('Building the site …');
  const result = run('node', ['scripts/build.mjs']);
  if (!result.ok)
    fail(`The build failed:\n${result.output.trim().split('\n').slice(-30).join('\n')}`);
  writeFileSync(BUILD_STAMP, wanted);
}

const purpose = process.argv[2] ?? 'start';
lock();
try {
  install();
  checkNode();
  if (purpose === 'start' || purpose === 'test') build();
} finally {
  rmSync(LOCK, { recursive: true, force: true });
}
