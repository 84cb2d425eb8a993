/**
 * `npm test`: installs what testing lacks, runs every check, and ends with one line that counts
 * the tests. `npm test -- unit|db|attack|e2e|static` runs a part.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '../tests/support/chromium.ts';

interface Count {
  passed: number;
  failed: number;
}

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'test-results');
const say = (line: string) => process.stdout.write(`\n── ${line}\n`);

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0));
  });
}

async function check(name: string, command: string, args: string[]): Promise<Count> {
  say(name);
  const passed = await run(command, args);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
}

/** Runs a test runner that writes a JSON report; a runner that breaks down counts as one failure. */
async function suite(
  name: string,
  command: string,
  args: string[],
  count: () => Count,
): Promise<Count> {
  say(name);
  const succeeded = await run(command, args);
  try {
    const counted = count();
    const brokeDown = !succeeded && counted.failed === 0;
    return brokeDown ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const report = (file: string): unknown => JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));

function vitest(project: string): Promise<Count> {
  const file = `${project}.json`;
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  return suite(project, 'vitest', [...args, `--outputFile.json=test-results/${file}`], () => {
    const result = report(file) as { numPassedTests: number; numFailedTests: number };
    return { passed: result.numPassedTests, failed: result.numFailedTests };
  });
}

async function browser(): Promise<Count> {
  if (!chromium() && !installChromium()) {
    process.stderr.write('No Chromium: install it, or set CHROMIUM to its path.\n');
    return { passed: 0, failed: 1 };
  }
  return suite('browser', 'playwright', ['test'], () => {
    const { stats } = report('e2e.json') as {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

function installChromium(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  say('Installing Chromium from the system’s packages (a minute or two)');
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = (name: string) => apt('install', '-y', '-qq', name);
  return (
    apt('update', '-qq') &&
    (install('chromium-headless-shell') || install('chromium')) &&
    chromium() !== ''
  );
}

const PARTS: Record<string, () => Promise<Count[]>> = {
  static: async () => [
    await check('types', 'tsc', []),
    await check('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
    await check('format', 'oxfmt', ['--check']),
  ],
  unit: async () => [await vitest('unit')],
  db: async () => [await vitest('db-18'), await vitest('db-15')],
  attack: async () => [await vitest('attack')],
  e2e: async () => [await browser()],
};

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const wanted = process.argv.slice(2).filter((part) => part in PARTS);
const total: Count = { passed: 0, failed: 0 };
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  for (const count of (await PARTS[part]?.()) ?? []) {
    total.passed += count.passed;
    total.failed += count.failed;
  }
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
