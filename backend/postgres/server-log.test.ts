import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotateLog } from './server-log.ts';

test('a long log is emptied under the hand that writes it, and its end is kept', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'studio-log-'));
  const file = join(folder, 'postgres.log');
  const writer = fs.openSync(file, 'a');
  fs.writeSync(writer, 'first\nsecond\n');
  rotateLog(file, 100);
  expect(fs.existsSync(`${file}.1`)).toBe(false);

  rotateLog(file, 7);
  fs.writeSync(writer, 'third\n');
  expect(fs.readFileSync(`${file}.1`, 'utf8')).toBe('second\n');
  expect(fs.readFileSync(file, 'utf8')).toBe('third\n');
  fs.closeSync(writer);
  fs.rmSync(folder, { recursive: true });
});
