import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['backend', 'bench', 'scripts', 'server', 'src', 'supabase/functions', 'tests'];

/** Lines that a file may have without a reason in its head. */
const MOST = { product: 250, test: 400 };

const SOURCE = /\.(tsx?|mjs|css)$/;
/** Files that a script writes. */
const WRITTEN = /\.gen\.ts$/;
const TEST = /(^tests\/|\.(test|spec)\.tsx?$)/;

test('a file of more than 250 lines, of tests 400, says why in its head', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => SOURCE.test(file) && !WRITTEN.test(file) && !/node_modules/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(files.length).toBeGreaterThan(1000);
  const long = files.flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n');
    const most = TEST.test(file) ? MOST.test : MOST.product;
    const isReasoned = lines.slice(0, 40).some((line) => line.includes('why so long: '));
    return lines.length <= most || isReasoned ? [] : `${file}: ${lines.length}`;
  });
  expect(long).toEqual([]);
});
