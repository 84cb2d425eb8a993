import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Of second factors, in `auth/`. */
const FACTORS = /^auth\/(factors|factor-routes|totp)\.ts$/;

const BACKEND = join(import.meta.dirname, '../backend');

/** Lines that hold code: neither blank nor comment. */
function codeLines(file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

function linesUnder(part: (file: string) => boolean): number {
  return readdirSync(BACKEND, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && part(file))
    .reduce((sum, file) => sum + codeLines(join(BACKEND, file)), 0);
}

it('backend/ does not grow: under 3,195 lines of code (decisions 0100, 0019, 0021, 0030, 0032, 0034, 0041, 0069, 0070, 0090, 0091, 0099, 0103)', () => {
  const total = linesUnder(
    (file) => !/^(functions|realtime|storage)\//.test(file) && !FACTORS.test(file),
  );
  expect(total).toBeGreaterThan(1000);
  expect(total).toBeLessThan(3195);
});

it('storage stays under 1,020 lines of code (decisions 0019, 0021, 0034)', () => {
  const total = linesUnder((file) => file.startsWith('storage/'));
  expect(total).toBeGreaterThan(100);
  expect(total).toBeLessThan(1020);
});

it('live changes stay under 605 lines of code (decisions 0018, 0030, 0034)', () => {
  const total = linesUnder((file) => file.startsWith('realtime/'));
  expect(total).toBeGreaterThan(100);
  expect(total).toBeLessThan(605);
});

it('second factors stay under 260 lines of code (decision 0070)', () => {
  const total = linesUnder((file) => FACTORS.test(file));
  expect(total).toBeGreaterThan(100);
  expect(total).toBeLessThan(260);
});

it('functions stay under 550 lines of code (decision 0069)', () => {
  const total = linesUnder((file) => file.startsWith('functions/'));
  expect(total).toBeGreaterThan(100);
  expect(total).toBeLessThan(550);
});
