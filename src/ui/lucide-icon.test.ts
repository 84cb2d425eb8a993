import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as lucide from 'lucide-react';
import { drawingOf } from '../../scripts/lucide-icons.ts';
import createIcon, { type IconProps } from './lucide-icon.ts';

const SRC = join(import.meta.dirname, '..');
const ICONS = join(SRC, '../node_modules/lucide-react/dist/esm/icons');

/** The icons that the site imports, by the names of their components. */
const used = new Set(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      const names = /import \{([^}]+)\} from 'lucide-react'/.exec(text)?.[1] ?? '';
      return names.split(',').map((name) => name.trim().replace(/ as .*/, ''));
    })
    .filter(Boolean),
);

const kebab = (name: string) => name.replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();

/** An icon's drawing; the module of another name refers to the one that has it. */
function drawing(file: string): string {
  const code = readFileSync(join(ICONS, file), 'utf8');
  const [, other = ''] = /from '\.\/([\w-]+\.mjs)'/.exec(code) ?? [];
  return drawingOf(code) ?? drawing(other);
}

const theirs = (name: string) => new Map(Object.entries(lucide)).get(name) as typeof lucide.Plus;

/** Tag and attributes of a rendered icon, and its shapes. */
function partsOf(markup: string) {
  const [, attributes = '', shapes = ''] = /^<svg ([^>]*)>(.*)<\/svg>$/.exec(markup) ?? [];
  const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/gi)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return {
    attributes: new Map(pairs),
    shapes: shapes.replaceAll(/><\/\w+>/g, '/>'),
  };
}

/** The style sheet's rules for every icon, as attributes. */
const styled = new Map(
  [
    ...readFileSync(join(SRC, 'app/base.css'), 'utf8').matchAll(
      /\.icon(?::not\(\[stroke-width\]\))? \{([^}]+)\}/g,
    ),
  ].flatMap(([, rules = '']) =>
    [...rules.matchAll(/([\w-]+): (\w+);/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  ),
);

const PROPS: IconProps[] = [
  {},
  { size: 16, strokeWidth: 1.5, className: 'a b', 'aria-hidden': true },
];

it('an icon is drawn the same as by lucide-react', { tags: ['long'] }, () => {
  expect(used.size).toBeGreaterThan(30);
  expect(styled.size).toBe(5);
  for (const name of used) {
    const own = createIcon(drawing(`${kebab(name)}.mjs`));
    for (const props of PROPS) {
      const mine = partsOf(renderToStaticMarkup(createElement(own, props)));
      const other = partsOf(renderToStaticMarkup(createElement(theirs(name), props)));
      expect([name, mine.shapes]).toEqual([name, other.shapes]);
      expect(mine.shapes.length).toBeGreaterThan(10);
      for (const [attribute, value] of other.attributes) {
        if (attribute === 'xmlns' || attribute === 'class') continue;
        const given = mine.attributes.get(attribute) ?? styled.get(attribute);
        expect([name, attribute, given]).toEqual([name, attribute, value]);
      }
    }
  }
});

it('the class names of an icon include its own', () => {
  const own = createIcon('<path d="M5 12h14"/>');
  expect(renderToStaticMarkup(createElement(own, { className: 'a b' }))).toContain(
    'class="icon a b"',
  );
});
