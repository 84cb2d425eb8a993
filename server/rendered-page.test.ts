import { expect, it } from 'vitest';
import { bestEncoding } from './rendered-page.ts';

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
