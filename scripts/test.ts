/**
 * `npm test` and `npm run test:all`: run the parts, list the failures at the end, and print the
 * number of tests as the last line. `npm test -- unit e2e` runs the named parts only.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium } from '../tests/support/chromium.ts';
import { refuseArguments, scriptArguments } from './arguments.ts';
import { clockVariables, libfaketime, MOMENTS } from './clock.ts';
import { installPackage } from './system-packages.ts';

interface Outcome {
  passed: number;
  /** The failures, each with its name and the first line of the reason. */
  failed: string[];
}

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'test-results');
// why: many tests start scripts and sites; compiling is half of a script's CPU time.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/node-compile');
const say = (line: string) => process.stdout.write(`\n── ${line}\n`);

type Variables = Record<string, string>;

function run(command: string, args: string[], variables: Variables = {}): Promise<boolean> {
  const env = { ...process.env, ...variables };
  return new Promise((resolve) => {
    spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
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
  variables?: Variables,
): Promise<Outcome> {
  say(name);
  const succeeded = await run(command, args, variables);
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

/** Runs projects of vitest together: while the tests of one wait, those of another use the CPU. */
function vitest(
  projects: readonly string[],
  name = projects.join(', '),
  variables?: Variables,
): Promise<Outcome> {
  const file = `${projects.join('-and-')}.json`;
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const reporters = ['--reporter=default', '--reporter=json'];
  const output = `--outputFile.json=test-results/${file}`;
  const read = () => {
    const { numPassedTests, testResults } = report(file) as VitestReport;
    const failed = testResults.flatMap((each) => {
      const tests = each.assertionResults.filter((test) => test.status === 'failed');
      const at = `${name}: ${relative(ROOT, each.name)}`;
      if (tests.length === 0 && each.status === 'failed') return [reason(at, each.message)];
      return tests.map((test) => reason(`${at} › ${test.fullName}`, test.failureMessages[0]));
    });
    return { passed: numPassedTests, failed };
  };
  return suite(name, 'vitest', [...args, ...reporters, output], read, variables);
}

const reason = (name: string, message = '') => `${name}: ${message.split('\n')[0]}`;

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** Runs projects of Playwright, with these options. */
async function browser(
  projects: readonly string[],
  name = 'browser',
  options: readonly string[] = [],
  variables?: Variables,
): Promise<Outcome> {
  if (!chromium() && !installChromium()) {
    return { passed: 0, failed: ['No Chromium: install it, or set CHROMIUM to its path.'] };
  }
  const args = ['test', ...projects.flatMap((project) => ['--project', project]), ...options];
  const read = () => {
    const { stats, suites } = report('e2e.json') as {
      stats: { expected: number };
      suites: PlaywrightSuite[];
    };
    return { passed: stats.expected, failed: suites.flatMap((each) => unexpected(name, each)) };
  };
  return suite(name, 'playwright', args, read, variables);
}

function unexpected(name: string, { specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ tests, file, title }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(() => `${name} ${file} › ${title}`),
  );
  return [...failed, ...suites.flatMap((each) => unexpected(name, each))];
}

function installChromium(): boolean {
  say('Installing Chromium from the system’s packages (a minute or two)');
  return installPackage('chromium-headless-shell', 'chromium') && chromium() !== '';
}

/** The tests that depend on the day, at each moment of `scripts/clock.ts`, Chromium included. */
async function clock(): Promise<Outcome[]> {
  const library = libfaketime() ?? (installPackage('libfaketime') ? libfaketime() : undefined);
  if (!library) {
    const problem = 'clock: there is no libfaketime, which Debian has as a package';
    if (process.env['CI']) return [{ passed: 0, failed: [problem] }];
    say(`${problem}; this part is skipped`);
    return [];
  }
  const outcomes: Outcome[] = [];
  for (const [moment, time] of Object.entries(MOMENTS)) {
    const name = `clock, ${moment}`;
    outcomes.push(await vitest(['clock'], name, clockVariables(library, time)));
    // why: Playwright empties its folder, and the pictures of the failures are wanted.
    const options = ['--grep', '@clock', '--output', `test-results/browser-${time.slice(0, 10)}`];
    const variables = clockVariables(library, time);
    outcomes.push(await browser(['desktop', 'desktop-long'], name, options, variables));
  }
  return outcomes;
}

const projectsOf = (parts: string[]) =>
  parts.flatMap((part) => (part === 'e2e' ? ['desktop'] : ['desktop-long', 'phone']));

const staticChecks = async () => [
  await check('types', 'tsc', []),
  await check('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  await check('format', 'oxfmt', ['--check']),
];

/** The parts in the order in which they run; those of one line run together. */
const STEPS: { parts: string[]; run: (parts: string[]) => Promise<Outcome[]> }[] = [
  { parts: ['static'], run: staticChecks },
  { parts: ['unit', 'db-18', 'db-15'], run: async (parts) => [await vitest(parts)] },
  { parts: ['clock'], run: clock },
  { parts: ['attack', 'attack-long'], run: async (parts) => [await vitest(parts)] },
  { parts: ['e2e', 'e2e-long'], run: async (parts) => [await browser(projectsOf(parts))] },
];
const ALL = STEPS.flatMap(({ parts }) => parts);
/** Left to `npm run test:all`. */
const SLOW = ['db-15', 'clock', 'attack-long', 'e2e-long'];

const USAGE = `Usage: npm test [-- ${ALL.join('|')}|all …]
Without a part: all but ${SLOW.join(', ')}. Single files:
npx vitest run --project unit|db-18|db-15|attack|attack-long FILE, npx playwright test NAME.`;
const { positionals: named } = scriptArguments(USAGE, {}, ALL.length);
const unknown = named.find((part) => part !== 'all' && !ALL.includes(part));
if (unknown !== undefined) refuseArguments(USAGE, `There is no part "${unknown}".`);
const usual = ALL.filter((part) => !SLOW.includes(part));
const wanted = named.includes('all') ? ALL : named.length > 0 ? named : usual;

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
let passed = 0;
const failed: string[] = [];
for (const { parts, run: runStep } of STEPS) {
  const selected = parts.filter((part) => wanted.includes(part));
  if (selected.length === 0) continue;
  const begun = Date.now();
  for (const outcome of await runStep(selected)) {
    passed += outcome.passed;
    failed.push(...outcome.failed);
  }
  say(`${selected.join(', ')}: ${Math.round((Date.now() - begun) / 1000)} s`);
}
for (const name of failed) process.stdout.write(`\nfailed: ${name}`);
process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
