import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as lucide from 'lucide-react';
import createIcon, { type IconData, type IconProps } from './lucide-icon.ts';

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
async function dataOf(file: string): Promise<IconData> {
  const exported = Object.entries((await import(join(ICONS, file))) as Record<string, IconData>);
  const data = exported.find(([name]) => name === '__iconData')?.[1];
  if (data) return data;
  const [, other = ''] =
    /from '\.\/([\w-]+\.mjs)'/.exec(readFileSync(join(ICONS, file), 'utf8')) ?? [];
  return dataOf(other);
}

const theirs = (name: string) => new Map(Object.entries(lucide)).get(name) as typeof lucide.Plus;

const PROPS: IconProps[] = [
  {},
  { size: 16, strokeWidth: 1.5, className: 'a b', 'aria-hidden': true },
];

it('an icon renders the same as by lucide-react', async () => {
  expect(used.size).toBeGreaterThan(30);
  for (const name of used) {
    const data = await dataOf(`${kebab(name)}.mjs`);
    const own = createIcon(data);
    for (const props of PROPS) {
      expect(renderToStaticMarkup(createElement(own, props))).toBe(
        renderToStaticMarkup(createElement(theirs(name), props)),
      );
    }
  }
});
