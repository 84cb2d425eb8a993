import { readFile } from 'node:fs/promises';
import { minifySync, transformWithOxc, type Plugin } from 'vite';

const QUERY = '?script';
const EXPORT = 'export default ';

/**
 * A Vite plugin for inline scripts of a page: `import text from './file.ts?script'` is the minified
 * JavaScript of the default-exported function of `file.ts`. The function cannot use anything
 * outside itself.
 */
export function scriptText(): Plugin {
  return {
    name: 'script-text',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
      const small = minifySync(file, code).code.trim();
      if (!small.startsWith(EXPORT)) this.error(`${file} exports no function by default.`);
      return `export default ${JSON.stringify(small.slice(EXPORT.length).replace(/;$/, ''))}`;
    },
  };
}
