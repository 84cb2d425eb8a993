import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/** The shortest step that is told, in milliseconds. */
const SLOW_MS = 5_000;

/** All steps of a test, those within other steps too. */
function* stepsOf(steps: readonly TestStep[]): Generator<TestStep> {
  for (const step of steps) {
    yield step;
    yield* stepsOf(step.steps);
  }
}

/**
 * Prints after the run, for each test that failed, what took five seconds and more. why: the error names the
 * step in which the time of a test ran out, not the one that took it.
 */
export default class SlowSteps implements Reporter {
  readonly #lines: string[] = [];

  onTestEnd(test: TestCase, { status, startTime, steps }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    this.#lines.push(`slow steps of ${test.title}, begun at ${startTime.toISOString()}:`);
    let end = startTime.getTime();
    for (const step of stepsOf(steps)) {
      const begin = step.startTime.getTime();
      // why: a query of the database is no step.
      this.#tell(begin - end, `before ${step.title}`, step);
      this.#tell(step.duration, [step.title, step.subtitle].filter(Boolean).join(' '), step);
      end = Math.max(end, begin + step.duration);
    }
  }

  #tell(ms: number, what: string, { location }: TestStep): void {
    if (ms < SLOW_MS) return;
    this.#lines.push(
      `  ${Math.round(ms / 1000)} s ${what}${location ? ` at line ${location.line}` : ''}`,
    );
  }

  onEnd(): void {
    if (this.#lines.length > 0) console.log(this.#lines.join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}
