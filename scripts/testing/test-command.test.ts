import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'scripts/test.ts',
  'scripts/arguments.ts',
  'scripts/clock.ts',
  'scripts/system-packages.ts',
  'scripts/testing/playwright-reporter.ts',
  'scripts/testing/report.ts',
  'scripts/testing/run.ts',
  'scripts/testing/summary.ts',
  'scripts/testing/vitest-reporter.ts',
  'tests/browsers/installed.ts',
  'tests/support/chromium.ts',
];

const PLAYWRIGHT = `
  export default {
    testDir: 'e2e',
    outputDir: 'test-results/browser',
    reporter: [['./scripts/testing/playwright-reporter.ts']],
    projects: [{ name: 'desktop' }, { name: 'phone-journey', grep: /@journey/ }],
  };`;
const VITEST = `
  export default {
    test: {
      tags: [{ name: 'long' }],
      projects: [{ test: { name: 'unit', include: ['*.test.js'] } }],
    },
  };`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs the command's parts on a project with these files, and returns what it said of the tests. */
function run(parts: string[], files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'studio-test-command-'));
  folders.push(root);
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const own = { 'package.json': '{ "type": "module" }', 'playwright.config.ts': PLAYWRIGHT };
  for (const [path, text] of Object.entries({ ...own, 'vitest.config.ts': VITEST, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', ...parts], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`,
      // why: no test here opens a page, so any program serves.
      CHROMIUM: process.execPath,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
  });
  const lines = stdout.split('\n').filter((line) => /^(failed|unsteady): |^\d+ passed/.test(line));
  const summary: unknown = JSON.parse(
    readFileSync(join(root, 'test-results/summary.json'), 'utf8'),
  );
  return { status, lines, summary };
}

/** A test that fails in its first run only. */
const FAILS_ONCE = `
  import { existsSync, writeFileSync } from 'node:fs';
  export function failOnce(mark) {
    if (existsSync(mark)) return;
    writeFileSync(mark, '');
    throw new Error('not yet');
  }`;

it(
  'tries again alone what failed, and tells what passed then from what failed again',
  { tags: ['long'] },
  () => {
    const { status, lines, summary } = run(['unit', 'e2e'], {
      'once.js': FAILS_ONCE,
      'good.test.js': `
      import { it } from 'vitest';
      it('is right', () => {});`,
      'bad.test.js': `
      import { it } from 'vitest';
      import { failOnce } from './once.js';
      it('is right here too', () => {});
      it('comes late', () => failOnce('late'));
      it('never works', () => { throw new Error('no\\nmore'); });`,
      'e2e/journey.spec.js': `
      import { test } from '@playwright/test';
      import { failOnce } from '../once.js';
      test('comes late', () => failOnce('late-e2e'));
      test.describe('a group', () => {
        test('never works', () => { throw new Error('never'); });
      });`,
    });
    expect(lines).toEqual([
      'unsteady: unit [unit] bad.test.js › comes late: not yet',
      'unsteady: browser [desktop] e2e/journey.spec.js › comes late: Error: not yet',
      'failed: unit [unit] bad.test.js › never works: no',
      'failed: browser [desktop] e2e/journey.spec.js › a group › never works: Error: never',
      '4 passed, 2 failed',
    ]);
    expect(status).toBe(1);
    expect(summary).toMatchObject({ commit: null, clean: false, passed: 4 });
  },
);

it(
  'passes with eight unsteady tests, and records them with their reasons',
  { tags: ['long'] },
  () => {
    const { status, lines, summary } = run(['unit'], {
      'once.js': FAILS_ONCE,
      'late.test.js': `
      import { it } from 'vitest';
      import { failOnce } from './once.js';
      for (let each = 1; each <= 8; each += 1) it('late ' + each, () => failOnce('mark' + each));`,
    });
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe('8 passed, 0 failed');
    expect(status).toBe(0);
    expect(summary).toEqual({
      commit: null,
      clean: false,
      seconds: { unit: expect.any(Number) },
      passed: 8,
      failed: [],
      unsteady: Array.from(
        { length: 8 },
        (_, index) => `unit [unit] late.test.js › late ${index + 1}: not yet`,
      ),
    });
  },
);

it('fails with nine unsteady tests', { tags: ['long'] }, () => {
  const { status, lines } = run(['unit'], {
    'once.js': FAILS_ONCE,
    'late.test.js': `
      import { it } from 'vitest';
      import { failOnce } from './once.js';
      for (let each = 1; each <= 9; each += 1) it('late ' + each, () => failOnce('mark' + each));`,
  });
  expect(lines.slice(-2)).toEqual([
    'failed: unsteady tests: 9, at most 8 are allowed',
    '9 passed, 1 failed',
  ]);
  expect(status).toBe(1);
});

it(
  'tries nothing again where more files failed than tests may be unsteady',
  { tags: ['long'] },
  () => {
    const names = Array.from({ length: 9 }, (_, index) => `late-${index}`);
    const { status, lines } = run(['unit'], {
      'once.js': FAILS_ONCE,
      ...Object.fromEntries(
        names.map((name) => [
          `${name}.test.js`,
          `import { it } from 'vitest';
         import { failOnce } from './once.js';
         it('comes late', () => failOnce('${name}'));`,
        ]),
      ),
    });
    expect(lines.filter((line) => line.startsWith('failed: '))).toHaveLength(9);
    expect(lines.at(-1)).toBe('0 passed, 9 failed');
    expect(status).toBe(1);
  },
);

it(
  'fails where a runner breaks down, and once for each fault of a hook, an import or a file',
  { tags: ['long'] },
  () => {
    const { status, lines } = run(['unit', 'e2e'], {
      'import.test.js': `import './nowhere.js';`,
      'hook.test.js': `
      import { afterAll, it } from 'vitest';
      it('is right', () => {});
      afterAll(() => { throw new Error('cannot tidy up'); });`,
      'unhandled.test.js': `
      import { it } from 'vitest';
      it('is right', async () => {
        for (let each = 0; each < 12; each += 1) void Promise.reject(new Error('thrown again'));
        await new Promise((done) => setTimeout(done));
      });`,
      'playwright.config.ts': `export default { globalSetup: './nowhere.ts' };`,
    });
    expect(lines).toEqual([
      expect.stringMatching(/^failed: unit \[unit\] hook.test.js › hook.test.js: cannot tidy up/),
      expect.stringMatching(/^failed: unit \[unit\] import.test.js › import.test.js: .*nowhere.js/),
      expect.stringMatching(/^failed: unit \[unit\] unhandled.test.js › .*: thrown again/),
      expect.stringMatching(/^failed: browser: the run broke down: /),
      '2 passed, 4 failed',
    ]);
    expect(status).toBe(1);
  },
);

it('fails where a process of tests dies', { tags: ['long'] }, () => {
  const { status, lines } = run(['unit'], {
    'dies.test.js': `
      import { it } from 'vitest';
      it('dies', () => process.kill(process.pid, 'SIGKILL'));`,
  });
  expect(lines).toEqual([
    expect.stringMatching(/^failed: unit: the run broke down: /),
    '0 passed, 1 failed',
  ]);
  expect(status).toBe(1);
});
