import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BACKEND = join(import.meta.dirname, '../backend');

/** Lines that hold code: neither blank nor comment. */
function codeLines(file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

it('backend/ does not grow: under 2,500 lines of code (decision 0016)', () => {
  const files = readdirSync(BACKEND, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(BACKEND, file));
  expect(files.length).toBeGreaterThan(30);
  const total = files.reduce((sum, file) => sum + codeLines(file), 0);
  expect(total).toBeLessThan(2500);
});
