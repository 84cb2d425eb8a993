import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function run(script: string, ...args: string[]) {
  const options = {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  } as const;
  const program = join(import.meta.dirname, `${script}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { code: status, said: stdout, complained: stderr };
}

it.each(['backup', 'db-reset', 'db-types', 'dev', 'pictures', 'restore', 'seed', 'staff', 'test'])(
  'npm run %s says its usage and does nothing else',
  { tags: ['long'] },
  (script) => {
    const helped = run(script, '--help');
    expect(helped).toMatchObject({ code: 0, complained: '' });
    expect(helped.said).toMatch(/^Usage: npm (run )?[a-z:]+/);
    const refused = run(script, '--yes-please');
    expect([refused.code, refused.said]).toEqual([1, '']);
    expect(refused.complained).toBe(`Unknown option '--yes-please'.\n${helped.said}`);
  },
);

it('npm test lists its parts when one is mistyped', () => {
  const { code, said, complained } = run('test', 'typo');
  expect([code, said]).toEqual([1, '']);
  expect(complained).toMatch(
    /^There is no part "typo"\.\nUsage: npm test \[-- static\|unit\|db-18\|/,
  );
});
