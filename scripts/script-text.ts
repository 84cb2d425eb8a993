import { readFile } from 'node:fs/promises';
import { minifySync, transformWithOxc, type Plugin } from 'vite';

const QUERY = '?script';
const EXPORT = 'export default ';

/**
 * A Vite plugin for scripts that stand in the page itself: `import text from './file.ts?script'` is
 * the text of the function that `file.ts` exports by default, without types and minified. The
 * function can use nothing from outside of it.
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
