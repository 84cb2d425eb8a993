import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { firstLine, ReportWriter } from './report.ts';

/** Writes what `npm test` reads of a run of Playwright. */
export default class PlaywrightReporter implements Reporter {
  readonly #report = new ReportWriter();

  onTestEnd(test: TestCase, { status, error }: TestResult): void {
    const project = test.parent.project()?.name ?? '';
    const file = this.#report.of(project, test.location.file);
    if (status === test.expectedStatus) file.passed += status === 'skipped' ? 0 : 1;
    else if (status !== 'skipped') {
      const [, , , ...names] = test.titlePath();
      file.failures.push({ name: names.join(' › '), reason: firstLine(error) || status });
    }
  }

  onError(error: TestError): void {
    this.#report.addError(error);
  }

  onEnd(): void {
    this.#report.write();
  }

  printsToStdio(): boolean {
    return false;
  }
}
