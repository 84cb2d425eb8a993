import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** Bytes of each package and file in a chunk, minified and gzipped alone, by the chunk's file name. */
export type ModuleSizes = Record<string, Record<string, number>>;

/** Where the build writes {@link ModuleSizes}. */
export const MODULE_SIZES = join(ROOT, 'dist/module-sizes.json');

/** The package of a module, or its file below the root. */
function nameOf(id: string): string {
  const [path = ''] = id.replace(/^\0/, '').split('?');
  const [, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? (path.startsWith(ROOT) ? relative(ROOT, path) : path);
}

/**
 * A Vite plugin that writes how large the browser's packages and files are, so that a test can ask for the reason of
 * each large one that a visitor loads first (tests/e2e/first-load.spec.ts).
 */
export function moduleSizes(): Plugin {
  return {
    name: 'module-sizes',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle(_, bundle) {
      const sizes: ModuleSizes = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const texts = Map.groupBy(Object.entries(chunk.modules), ([id]) => nameOf(id));
        sizes[chunk.fileName] = Object.fromEntries(
          [...texts].map(([name, modules]) => {
            const code = modules.map(([, { code: text }]) => text ?? '').join('\n');
            return [name, gzipSync(minifySync('module.js', code).code, { level: 9 }).length];
          }),
        );
      }
      await writeFile(MODULE_SIZES, JSON.stringify(sizes));
    },
  };
}
