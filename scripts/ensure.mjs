/**
 * Installs and builds what a command needs: `node scripts/ensure.mjs start|test|dev`. Plain
 * JavaScript on built-ins only, because it runs before any package is installed and on any Node
 * from 20 on. Takes a few milliseconds when everything is up to date.
 */
import { spawn } from 'node:child_process';
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
import { setTimeout as sleep } from 'node:timers/promises';

const NODE_MAJOR = 24;
const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const LOCK = join(ROOT, '.ensure-lock');
const MODULES = join(ROOT, 'node_modules');
const INSTALL_STAMP = join(MODULES, '.installed');
/** Exists during an install, and after one that was interrupted. */
const INSTALLING = join(MODULES, '.installing');
const INSTALL_INPUTS = ['package.json', 'package-lock.json', 'patches'];
const BUILD_STAMP = join(ROOT, 'dist/.built');
const BUILD_INPUTS = [
  'src',
  'public',
  'studio.config.ts',
  'studio.chat.ts',
  'studio.policy.ts',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/lucide-icons.ts',
  'scripts/module-sizes.ts',
  'scripts/preload-helper.ts',
  'scripts/route-tree.ts',
  'scripts/script-text.ts',
  'scripts/unused-defaults.ts',
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const say = (line) => process.stdout.write(`${line}\n`);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

let locked = false;

/** Exits with one line for the user. */
function fail(line) {
  unlock();
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

/**
 * Runs a program and waits for it. A signal is forwarded and ends this process after the program:
 * npm must not keep writing while the next start reads.
 */
async function run(command, args) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}` },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  let stoppedBy = null;
  const pass = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += String(error);
      resolve(1);
    });
    child.once('close', resolve);
  });
  for (const signal of SIGNALS) process.off(signal, pass);
  if (stoppedBy) fail('Stopped.');
  return { ok: code === 0, output };
}

/**
 * Takes a lock, so that only one `ensure` runs at a time. The lock of a dead process is ignored.
 */
async function lock() {
  for (let waited = 0; ; waited += 1) {
    try {
      mkdirSync(LOCK);
      writeFileSync(join(LOCK, 'pid'), String(process.pid));
      locked = true;
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        fail(
          `Packages or build are missing or stale, and this user may not write to ${ROOT} ` +
            `(${error.code}): let its owner run npm start.`,
        );
      }
      const pid = Number(read(join(LOCK, 'pid')));
      if (pid > 0 && !isAlive(pid)) rmSync(LOCK, { recursive: true, force: true });
      else if (waited === 0) say('Another start is preparing this folder; waiting for it …');
      else if (waited > 600)
        fail(`The folder has been locked for 5 minutes; remove ${LOCK} if nothing is running.`);
      await sleep(500);
    }
  }
}

function unlock() {
  if (locked) rmSync(LOCK, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const isInstalled = () => read(INSTALL_STAMP) === hashOf(INSTALL_INPUTS);
const isBuilt = () => read(BUILD_STAMP) === hashOf(BUILD_INPUTS);

async function install() {
  if (isInstalled()) return;
  if (existsSync(INSTALLING)) {
    // why: npm fails on a half-moved package (ENOTEMPTY), or considers it installed.
    say('An install was cut off; beginning afresh.');
    rmSync(MODULES, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  say('Installing packages (about a minute the first time) …');
  mkdirSync(MODULES, { recursive: true });
  writeFileSync(INSTALLING, '');
  // why: `npm ci` refuses a lockfile that lacks other platforms' optional binaries.
  const result = await run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (!result.ok) {
    if (!result.output.includes('ENOTEMPTY')) rmSync(INSTALLING);
    const end = result.output.trim().split('\n').slice(-15).join('\n');
    fail(`npm install failed:\n${end}\nIf it fails again, remove ${MODULES} first.`);
  }
  // why: npm runs this as a postinstall script, except where install scripts are disabled.
  const mended = await run('node', ['scripts/patch.mjs']);
  if (!mended.ok) fail(mended.output.trim());
  writeFileSync(INSTALL_STAMP, hashOf(INSTALL_INPUTS));
  rmSync(INSTALLING);
}

async function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return;
  const own = await run(join(BIN, 'node'), ['--version']);
  if (own.ok && Number(own.output.slice(1).split('.')[0]) >= NODE_MAJOR) return;
  fail(
    `Node.js ${process.versions.node} is too old here: install Node.js ${NODE_MAJOR} or newer from https://nodejs.org.`,
  );
}

async function build() {
  if (isBuilt()) return;
  const wanted = hashOf(BUILD_INPUTS);
  say('Building the site …');
  const result = await run('node', ['scripts/build.mjs']);
  if (!result.ok)
    fail(`The build failed:\n${result.output.trim().split('\n').slice(-30).join('\n')}`);
  writeFileSync(BUILD_STAMP, wanted);
}

const withBuild = ['start', 'test'].includes(process.argv[2] ?? 'start');
// why: no lock is needed when everything is up to date, so a read-only checkout starts as well.
if (!isInstalled() || (withBuild && !isBuilt())) {
  await lock();
  try {
    await install();
    await checkNode();
    if (withBuild) await build();
  } finally {
    unlock();
  }
} else {
  await checkNode();
}
