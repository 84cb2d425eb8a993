/**
 * `npm test` and `npm run test:all`: run the parts, name at the end what failed, and print the number of
 * tests as the last line. `npm test -- unit e2e` runs the named parts only. What a run found, and how long
 * its parts took, is in `test-results/summary.json`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasFirefox, hasWebKit } from '../tests/browsers/installed.ts';
import { chromium } from '../tests/support/chromium.ts';
import { refuseArguments, scriptArguments } from './arguments.ts';
import { clockVariables, libfaketime, MOMENTS } from './clock.ts';
import { installPackage } from './system-packages.ts';
import { type Outcome, RESULTS, ROOT, runProgram, runTests, say } from './testing/run.ts';
import { checkout, summarize, writeSummary } from './testing/summary.ts';

// why: many tests start scripts and sites; compiling is half of a script's CPU time.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/node-compile');

const failure = (reason: string): Outcome => ({ passed: 0, failed: [reason], unsteady: [] });

type Variables = Record<string, string>;

async function check(name: string, command: string, args: string[]): Promise<Outcome> {
  say(name);
  const succeeded = await runProgram(command, args);
  return succeeded ? { passed: 1, failed: [], unsteady: [] } : failure(name);
}

/** Runs projects of vitest together: while the tests of one wait, those of another use the CPU. */
function vitest(
  projects: readonly string[],
  name = projects.join(', '),
  { options = [], variables = {} }: { options?: string[]; variables?: Variables } = {},
): Promise<Outcome> {
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/vitest-reporter.ts'];
  const args = (names: readonly string[], ...files: string[]) => [
    'run',
    ...files,
    ...names.flatMap((project) => ['--project', project]),
    ...reporters,
    ...options,
  ];
  const alone = (project: string, file: string) => args([project], file);
  return runTests({ name, command: 'vitest', args: args(projects), alone, variables });
}

/** Runs projects of Playwright, with these options. */
async function browser(
  projects: readonly string[],
  name = 'browser',
  options: readonly string[] = [],
  variables: Variables = {},
): Promise<Outcome> {
  if (!chromium() && !installChromium()) {
    return failure('No Chromium: install it, or set CHROMIUM to its path.');
  }
  const args = (names: readonly string[], ...more: string[]) => [
    'test',
    ...more,
    ...names.flatMap((project) => ['--project', project]),
    ...options,
  ];
  // why: Playwright takes a regular expression.
  const pathOf = (file: string) => `^${file.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`;
  const alone = (project: string, file: string) => args([project], pathOf(file), '--workers=1');
  return runTests({ name, command: 'playwright', args: args(projects), alone, variables });
}

/** The parts without `browsers` where neither WebKit nor Firefox is there, nor in Debian's packages. Tests of one that is missing are skipped. */
function withInstalledBrowsers(parts: string[]): string[] {
  if (!parts.includes('browsers')) return parts;
  const packages = { 'webkit2gtk-driver': hasWebKit, xvfb: hasWebKit, 'firefox-esr': hasFirefox };
  for (const [name, isThere] of Object.entries(packages)) {
    if (!isThere() && !installPackage(name)) say(`browsers: ${name} cannot be installed here`);
  }
  if (hasWebKit() || hasFirefox()) return parts;
  say('browsers: there is neither WebKit nor Firefox; this part is skipped');
  return parts.filter((part) => part !== 'browsers');
}

/** The attacks and the other browsers, which run beside each other. */
async function attacks(parts: string[]): Promise<Outcome[]> {
  const projects = withInstalledBrowsers(parts);
  return projects.length > 0 ? [await vitest(projects)] : [];
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
    if (process.env['CI']) return [failure(problem)];
    say(`${problem}; this part is skipped`);
    return [];
  }
  const outcomes: Outcome[] = [];
  for (const [moment, time] of Object.entries(MOMENTS)) {
    const name = `clock, ${moment}`;
    outcomes.push(await vitest(['clock'], name, { variables: clockVariables(library, time) }));
    // why: Playwright empties its folder, and the pictures of the failures are wanted.
    const options = ['--grep', '@clock', '--output', `test-results/browser-${time.slice(0, 10)}`];
    const variables = clockVariables(library, time);
    outcomes.push(await browser(['desktop', 'desktop-long'], name, options, variables));
  }
  return outcomes;
}

const projectsOf = (parts: string[]) =>
  parts.flatMap((part) =>
    part === 'e2e' ? ['desktop', 'phone-journey'] : ['desktop-long', 'phone'],
  );

/** Unit and database tests, those that are tagged `long` only with the part of that name. */
function database(parts: string[]): Promise<Outcome> {
  const projects = parts.filter((part) => part !== 'long');
  const options = parts.includes('long') ? [] : ['--tags-filter=!long'];
  return vitest(projects, parts.join(', '), { options });
}

/** PostgreSQL 15, with variations only where its version may matter; with all of them for `npm run test:long`. */
function older(parts: string[]): Promise<Outcome> {
  const options = process.env['TEST_LONG'] ? [] : ['--tags-filter=!long || version'];
  return vitest(parts, parts.join(', '), { options });
}

const staticChecks = () =>
  Promise.all([
    check('types', 'tsc', []),
    check('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
    check('format', 'oxfmt', ['--check']),
  ]);

/** The parts in the order in which they run; those of one line run together. */
const STEPS: { parts: string[]; run: (parts: string[]) => Promise<Outcome[]> }[] = [
  { parts: ['static'], run: staticChecks },
  { parts: ['unit', 'db-18', 'long'], run: async (parts) => [await database(parts)] },
  { parts: ['db-15'], run: async (parts) => [await older(parts)] },
  { parts: ['clock'], run: clock },
  { parts: ['attack', 'attack-long', 'browsers'], run: attacks },
  { parts: ['e2e', 'e2e-long'], run: async (parts) => [await browser(projectsOf(parts))] },
];
const ALL = STEPS.flatMap(({ parts }) => parts);
/** Left to `npm run test:all`; the part `clock` runs alone, as `npm run test:clock`. */
const SLOW = ['db-15', 'long', 'attack-long', 'browsers', 'e2e-long'];

const USAGE = `Usage: npm test [-- ${ALL.join('|')}|all …]
Without a part: all but ${SLOW.join(', ')} and clock; all: all but clock. Single files:
npx vitest run --project unit|db-18|db-15|attack|attack-long FILE, npx playwright test NAME.`;
const { positionals: named } = scriptArguments(USAGE, {}, ALL.length);
const unknown = named.find((part) => part !== 'all' && !ALL.includes(part));
if (unknown !== undefined) refuseArguments(USAGE, `There is no part "${unknown}".`);
const everything = ALL.filter((part) => part !== 'clock');
const usual = everything.filter((part) => !SLOW.includes(part));
const all = named.includes('all') ? everything : [];
const wanted = named.length > 0 ? [...named, ...all] : usual;

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const tested = checkout();
const outcomes: Outcome[] = [];
const seconds: Record<string, number> = {};
for (const { parts, run: runStep } of STEPS) {
  const selected = parts.filter((part) => wanted.includes(part));
  if (selected.length === 0) continue;
  const begun = performance.now();
  outcomes.push(...(await runStep(selected)));
  const name = selected.join(', ');
  seconds[name] = Math.round((performance.now() - begun) / 1000);
  say(`${name}: ${seconds[name]} s`);
}
const summary = summarize(tested, outcomes, seconds);
writeSummary(summary);
for (const name of summary.unsteady) process.stdout.write(`\nunsteady: ${name}`);
for (const name of summary.failed) process.stdout.write(`\nfailed: ${name}`);
process.stdout.write(`\n${summary.passed} passed, ${summary.failed.length} failed\n`);
process.exitCode = summary.failed.length > 0 ? 1 : 0;
