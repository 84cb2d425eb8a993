import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bestEncoding, bytesOf, compressed } from './rendered-page.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000 , gzip;q=0', 'identity'],
  ['brotli, xgzip', 'identity'],
  ['', 'identity'],
  [';,;,', 'identity'],
])('who takes %j gets a page as %s', (header, encoding) => {
  expect(bestEncoding(header)).toBe(encoding);
});

it('reads a long header once, not from each of its letters', () => {
  expect(bestEncoding('a'.repeat(1_000_000))).toBe('identity');
});

it('packs a page that is kept for all tighter than one of a single visitor', async () => {
  const identity = readFileSync(import.meta.filename);
  const page = { status: 200, headers: {}, forms: { identity } } as const;
  const [kept, once] = await Promise.all([
    compressed(page, 'gzip', 'kept'),
    compressed(page, 'gzip', 'once'),
  ]);
  const [tight, quick] = await Promise.all([bytesOf(kept, 'br'), bytesOf(once, 'br')]);
  expect(brotliDecompressSync(tight)).toEqual(identity);
  expect(tight.length).toBeLessThan(quick.length);
});
