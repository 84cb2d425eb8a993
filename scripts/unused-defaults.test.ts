import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REACT_DOM, UNUSED_SPELLING } from './unused-defaults.ts';

const ROOT = join(import.meta.dirname, '..');

test('no component writes an attribute whose spelling is cut out of React', () => {
  const react = readFileSync(join(ROOT, 'node_modules', REACT_DOM), 'utf8');
  const names = [...react.matchAll(UNUSED_SPELLING)].map(([, name]) => name);
  expect(names).toContain('strokeDashoffset');
  expect(names).not.toContain('htmlFor');
  expect(names.length).toBeLessThan(80);
  const written = new RegExp(`\\s(${names.join('|')})=[{"]`);
  const src = join(ROOT, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    expect([file, written.exec(readFileSync(join(src, file), 'utf8'))?.[1]]).toEqual([
      file,
      undefined,
    ]);
  }
});
