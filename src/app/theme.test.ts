import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, hex, oklch, type Oklab } from '#tests/support/oklab.ts';
import { THEME_COLOURS } from '#ui/theme.ts';

const THEMES = ['light', 'dark'] as const;
type Colours = ReadonlyMap<string, Oklab>;

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

/** The tokens of a style sheet with their values in light and dark. */
const tokensOf = (css: string) =>
  [...css.matchAll(/--color-([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => ({
    name,
    value,
    values: /^light-dark\((.+\)|transparent), (oklch\(.+\))\)$/.exec(value)?.slice(1) ?? [],
  }));

const site = tokensOf(read('app/theme.css'));
const ops = tokensOf(read('ops/frame/ops.css'));

/** The colours of a side in a theme. */
const coloursOf = (tokens: typeof site, theme: number): Colours =>
  new Map(tokens.map(({ name, value, values }) => [name, oklch(values[theme] ?? value)]));

/** Texts, and the grounds they are on. */
const PAIRS: [string, string[]][] = [
  ['ink', ['paper', 'paper-deep', 'surface', 'rule', 'teal-pale', 'amber-pale', 'red-pale']],
  ['ink-quiet', ['paper', 'paper-deep', 'surface', 'teal-pale', 'amber-pale']],
  ['teal', ['paper', 'paper-deep', 'surface', 'teal-pale']],
  ['teal-deep', ['paper', 'surface', 'teal-pale']],
  ['amber', ['surface']],
  ['red', ['paper', 'surface', 'red-pale']],
  ['green', ['paper', 'surface', 'green-pale']],
  ['on-fill', ['teal', 'teal-deep', 'red', 'green']],
  ['paper', ['ink']],
  ['white', ['band']],
];

describe.each(THEMES)('the %s theme', (theme) => {
  const at = THEMES.indexOf(theme);
  it.each([
    ['storefront', site],
    ['back office', [...site, ...ops]],
  ])('has legible texts in the %s', (_, tokens) => {
    const colours = coloursOf(tokens, at);
    const of = (name: string) => colours.get(name) ?? [NaN, NaN, NaN];
    const unlike = PAIRS.flatMap(([text, grounds]) =>
      grounds.map((ground) => ({ text, ground, is: contrast(of(text), of(ground)) })),
    );
    expect(unlike.filter(({ is }) => !(is >= 4.5))).toEqual([]);
    // Frames of fields and switches that are off (WCAG 2.2, 1.4.11).
    for (const ground of ['paper', 'surface']) {
      expect(contrast(of('rule-strong'), of(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  it('gives the bars of the browser the colour of the paper', () => {
    const paper = coloursOf(site, at).get('paper') ?? [NaN, NaN, NaN];
    expect(contrast(hex(THEME_COLOURS[theme]), paper)).toBeLessThan(1.02);
  });
});

it('every colour has a value for dark, but the white of paper', () => {
  const single = [...site, ...ops].filter(({ values }) => values.length !== 2);
  expect(single.map(({ name }) => name)).toEqual(['white']);
});
