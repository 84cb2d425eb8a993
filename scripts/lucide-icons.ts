import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
const DATA = /const __iconData = (\{[\s\S]+?\n\});/;
const SHAPE = /\[\s*"(\w+)",\s*\{([^}]*)\}\s*\]/g;
const ATTRIBUTE = /"?([\w-]+)"?: "([^"]*)"/g;
const COMPONENT = join(import.meta.dirname, '../src/ui/lucide-icon.ts');

/**
 * The shapes of an icon as SVG, from its module in lucide-react; null for a module that only names another.
 * @throws when the module has an unexpected form
 */
export function drawingOf(code: string): string | null {
  const data = DATA.exec(code)?.[1];
  if (data === undefined) return null;
  const shapes = [...data.matchAll(SHAPE)].map(([, tag, attributes = '']) => {
    const kept = [...attributes.matchAll(ATTRIBUTE)].filter(([, name]) => name !== 'key');
    return `<${tag}${kept.map(([, name, value]) => ` ${name}="${value}"`).join('')}/>`;
  });
  if (shapes.length === 0) throw new Error('An icon of lucide-react has an unexpected form.');
  return shapes.join('');
}

/**
 * A Vite plugin that makes the icons of lucide-react by src/ui/lucide-icon.ts, each from its shapes as text: less
 * script, and a third of the markup in pages that repeat them (docs/decisions/0051-rental-dates.md).
 */
export function lucideIcons(): Plugin {
  return {
    name: 'lucide-icons',
    enforce: 'pre',
    transform(code, id) {
      const drawing = ICON.test(id) ? drawingOf(code) : null;
      if (drawing === null) return null;
      const make = `import make from ${JSON.stringify(COMPONENT)};`;
      const icon = `export default /* @__PURE__ */ make(${JSON.stringify(drawing)});`;
      return { code: `${make}\n${icon}`, map: null, moduleSideEffects: false };
    },
  };
}
