import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { type FileReport, readReport, REPORT_FILE, type Report } from './report.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const RESULTS = join(ROOT, 'test-results');

/** More unsteady tests than this fail the run. */
export const MOST_UNSTEADY = 8;

export interface Outcome {
  passed: number;
  /** Failed tests, each with the first line of the reason. */
  failed: string[];
  /** Tests that failed beside others and passed alone, with the reason of the failure. */
  unsteady: string[];
}

/** Call of a test runner. */
export interface Runner {
  /** Stands before the names of its tests. */
  name: string;
  command: string;
  args: string[];
  /** Arguments that run one file of a project alone. */
  alone: (project: string, file: string) => string[];
  variables?: Record<string, string>;
}

/** Says which part of the run begins. */
export const say = (line: string): boolean => process.stdout.write(`\n── ${line}\n`);

/** Runs a program in the project's folder; resolves to whether it exited with 0. */
export function runProgram(
  command: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<boolean> {
  const env = { ...process.env, ...variables };
  return new Promise((resolve) => {
    spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0));
  });
}

let runs = 0;

/** Runs the tests; the error says why there is no report to go by. */
async function reportOf(
  { command, variables }: Runner,
  args: string[],
): Promise<Report | { broken: string }> {
  const path = join(RESULTS, `report-${(runs += 1)}.json`);
  const succeeded = await runProgram(command, args, { ...variables, [REPORT_FILE]: path });
  try {
    const report = readReport(path);
    const [error] = report.errors;
    if (error !== undefined) return { broken: error };
    const failed = report.files.some(({ failures }) => failures.length > 0);
    return succeeded || failed ? report : { broken: 'it failed without naming a test' };
  } catch {
    return { broken: 'it wrote no report' };
  }
}

/**
 * Runs the tests of a runner. Files that failed run again afterwards, one at a time with nothing beside
 * them: what passes then is unsteady, what fails again has failed. A runner that breaks down counts as one
 * failure, and is not tried again.
 */
export async function runTests(runner: Runner): Promise<Outcome> {
  const { name } = runner;
  say(name);
  const broken = (reason: string) => `${name}: the run broke down: ${reason}`;
  const report = await reportOf(runner, runner.args);
  if ('broken' in report) return { passed: 0, failed: [broken(report.broken)], unsteady: [] };

  const outcome: Outcome = { passed: 0, failed: [], unsteady: [] };
  const title = ({ project, file }: FileReport, test: { name: string; reason: string }) =>
    `${name} [${project}] ${relative(ROOT, file)} › ${test.name}: ${test.reason}`;
  const red = report.files.filter(({ failures }) => failures.length > 0);
  // why: with more files than unsteady tests are allowed, the run has failed whatever they do alone.
  const isTriedAgain = red.length <= MOST_UNSTEADY;
  for (const first of report.files) {
    if (first.failures.length === 0 || !isTriedAgain) {
      outcome.passed += first.passed;
      outcome.failed.push(...first.failures.map((each) => title(first, each)));
      continue;
    }
    say(`${name}: ${relative(ROOT, first.file)} again, alone`);
    const second = await reportOf(runner, runner.alone(first.project, first.file));
    if ('broken' in second) {
      outcome.failed.push(broken(second.broken));
      continue;
    }
    const again = second.files.flatMap(({ failures }) => failures);
    outcome.passed += second.files.reduce((sum, each) => sum + each.passed, 0);
    outcome.failed.push(...again.map((each) => title(first, each)));
    const isRedAgain = (test: string) => again.some((each) => each.name === test);
    const passedAlone = first.failures.filter((each) => !isRedAgain(each.name));
    outcome.unsteady.push(...passedAlone.map((each) => title(first, each)));
  }
  return outcome;
}
