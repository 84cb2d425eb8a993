/**
 * `npm test`: installs what testing lacks, runs every check, names again what failed, and ends
 * with one line that counts the tests. `npm test -- unit|db|attack|e2e|static` runs parts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium } from '../tests/support/chromium.ts';
import { refuseArguments, scriptArguments } from './arguments.ts';

interface Outcome {
  passed: number;
  /** What failed, each by its name and the first line of why. */
  failed: string[];
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

async function check(name: string, command: string, args: string[]): Promise<Outcome> {
  say(name);
  return (await run(command, args)) ? { passed: 1, failed: [] } : { passed: 0, failed: [name] };
}

/** Runs a test runner that writes a JSON report; a runner that breaks down counts as one failure. */
async function suite(
  name: string,
  command: string,
  args: string[],
  read: () => Outcome,
): Promise<Outcome> {
  say(name);
  const succeeded = await run(command, args);
  const broken = `${name}: the run broke down`;
  try {
    const outcome = read();
    return succeeded || outcome.failed.length > 0 ? outcome : { ...outcome, failed: [broken] };
  } catch {
    return { passed: 0, failed: [broken] };
  }
}

const report = (file: string): unknown => JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function vitest(project: string): Promise<Outcome> {
  const file = `${project}.json`;
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  return suite(project, 'vitest', [...args, `--outputFile.json=test-results/${file}`], () => {
    const { numPassedTests, testResults } = report(file) as VitestReport;
    const failed = testResults.flatMap((each) => {
      const tests = each.assertionResults.filter((test) => test.status === 'failed');
      const at = `${project} ${relative(ROOT, each.name)}`;
      if (tests.length === 0 && each.status === 'failed') return [reason(at, each.message)];
      return tests.map((test) => reason(`${at} › ${test.fullName}`, test.failureMessages[0]));
    });
    return { passed: numPassedTests, failed };
  });
}

const reason = (name: string, message = '') => `${name}: ${message.split('\n')[0]}`;

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

async function browser(): Promise<Outcome> {
  if (!chromium() && !installChromium()) {
    return { passed: 0, failed: ['No Chromium: install it, or set CHROMIUM to its path.'] };
  }
  return suite('browser', 'playwright', ['test'], () => {
    const { stats, suites } = report('e2e.json') as {
      stats: { expected: number };
      suites: PlaywrightSuite[];
    };
    return { passed: stats.expected, failed: suites.flatMap(unexpected) };
  });
}

function unexpected({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ tests, file, title }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(() => `browser ${file} › ${title}`),
  );
  return [...failed, ...suites.flatMap(unexpected)];
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

const PARTS: Record<string, () => Promise<Outcome[]>> = {
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

const USAGE = `Usage: npm test [-- ${Object.keys(PARTS).join('|')} …]
Without a part, all of them. Single files: npx vitest run --project unit|db-18|db-15|attack FILE,
npx playwright test NAME.`;
const { positionals: wanted } = scriptArguments(USAGE, {}, Object.keys(PARTS).length);
const unknown = wanted.find((part) => !Object.hasOwn(PARTS, part));
if (unknown !== undefined) refuseArguments(USAGE, `There is no part "${unknown}".`);

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
let passed = 0;
const failed: string[] = [];
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  for (const outcome of (await PARTS[part]?.()) ?? []) {
    passed += outcome.passed;
    failed.push(...outcome.failed);
  }
}
for (const name of failed) process.stdout.write(`\nfailed: ${name}`);
process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
