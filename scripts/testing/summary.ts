import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_UNSTEADY, type Outcome, RESULTS, ROOT } from './run.ts';

export interface Checkout {
  /** The commit that is tested; null outside of a git repository. */
  commit: string | null;
  /** Whether the tree is as in that commit. */
  clean: boolean;
}

/** The record of a run, `test-results/summary.json`. */
export interface Summary extends Checkout {
  /** Time that each part took. */
  seconds: Record<string, number>;
  passed: number;
  /** Failed tests, each with its reason. */
  failed: string[];
  /** Tests that failed beside others and passed alone, each with the reason of the failure. */
  unsteady: string[];
}

/** The output of a git command; null where it fails. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

export const checkout = (): Checkout => ({
  commit: git('rev-parse', 'HEAD'),
  clean: git('status', '--porcelain') === '',
});

/** Adds up what the parts found. Too many unsteady tests are a failure of their own. */
export function summarize(
  tested: Checkout,
  outcomes: readonly Outcome[],
  seconds: Record<string, number>,
): Summary {
  const failed = outcomes.flatMap((each) => each.failed);
  const unsteady = outcomes.flatMap((each) => each.unsteady);
  if (unsteady.length > MOST_UNSTEADY) {
    failed.push(`unsteady tests: ${unsteady.length}, at most ${MOST_UNSTEADY} are allowed`);
  }
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  return { ...tested, seconds, passed, failed, unsteady };
}

export const writeSummary = (summary: Summary): void =>
  writeFileSync(join(RESULTS, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
