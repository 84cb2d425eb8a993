import { isDeepStrictEqual } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { firstLine, ReportWriter } from './report.ts';

/** Writes what `npm test` reads of a run of vitest. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report = new ReportWriter();
    for (const module of modules) {
      const file = report.of(module.project.name, module.moduleId);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') file.passed += 1;
        if (state === 'failed') {
          file.failures.push({ name: test.fullName, reason: firstLine(errors?.[0]) });
        }
      }
      // Errors of hooks and of imports, which are no test's.
      const groups = [module, ...module.children.allSuites()];
      for (const error of groups.flatMap((group) => group.errors())) {
        file.failures.push({ name: module.relativeModuleId, reason: firstLine(error) });
      }
    }
    for (const error of unhandled) {
      const module = modules.find(({ moduleId }) => moduleId === error['VITEST_TEST_PATH']);
      if (!module) report.addError(error);
      else {
        const failure = { name: module.relativeModuleId, reason: firstLine(error) };
        const { failures } = report.of(module.project.name, module.moduleId);
        // why: one fault can throw at every call; it is counted once.
        const isKnown = failures.some((each) => isDeepStrictEqual(each, failure));
        if (!isKnown) failures.push(failure);
      }
    }
    report.write();
  }
}
