import { expect, it } from 'vitest';
import { contrast, hex, mix, oklch, type Oklab } from '#tests/support/oklab.ts';
import { brandStyles } from './brand.ts';

const DARK_GROUNDS = ['oklch(0.18 0.008 60)', 'oklch(0.215 0.009 62)', 'oklch(0.25 0.011 65)'];

const NONE: Oklab = [NaN, NaN, NaN];

/** A colour as the style sheet writes it. */
function colourOf(css: string): Oklab {
  const [, one = '', part = '', other = ''] =
    /^color-mix\(in oklab,(#[\da-f]+) (\d+)%,(#[\da-f]+)\)$/.exec(css) ?? [];
  return one ? mix(hex(one), Number(part), hex(other)) : hex(css);
}

// Accents that the settings accept: black, and the brightest ones legible on white and paper.
it.each(['000000', '8a1538', '1a237e', '00726f', '6d6a00', 'c2185b'])(
  'the accent %s is legible in light and dark',
  (accent) => {
    const styles = brandStyles(accent) ?? '';
    const values = (name: string) =>
      new RegExp(
        `--color-${name}:light-dark\\((#\\w+|color-mix\\([^)]+\\)),(color-mix\\([^)]+\\))\\);`,
      )
        .exec(styles)
        ?.slice(1)
        .map(colourOf) ?? [];
    const [, dark = NONE] = values('teal');
    const [, pale = NONE] = values('teal-pale');
    const [, deep = NONE] = values('teal-deep');
    for (const ground of DARK_GROUNDS.map(oklch)) {
      expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(dark, oklch('oklch(0.18 0.02 200)'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(deep, pale)).toBeGreaterThanOrEqual(4.5);
    expect(values('band')).toHaveLength(2);
    for (const band of values('band')) {
      expect(contrast(band, hex('#ffffff'))).toBeGreaterThanOrEqual(4.5);
    }
  },
);

it('has no styles of what is no colour', () => {
  expect(brandStyles('red')).toBeNull();
});
