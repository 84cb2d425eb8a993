import { expect, it } from 'vitest';
import { linesOf, type Style } from './text-lines.ts';

const STYLE: Style = { face: 'regular', size: 8.5, colour: '#000000' };

it.each([
  [
    'production.coordination@verylongcompanyname-films.example.com',
    ['production.coordination', '@verylongcompanyname-', 'films.example.com'],
  ],
  [
    'Write to production.coordination.office@films.example',
    ['Write to', 'production.coordination', '.office@films.example'],
  ],
])('an address that is longer than its line is divided at its joints: %s', (text, lines) => {
  expect(linesOf(text, STYLE, 110)).toEqual(lines);
});

it('a word without a joint is divided where the line ends', () => {
  const word = 'x'.repeat(60);
  const lines = linesOf(word, STYLE, 105);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).toBe(word);
});
