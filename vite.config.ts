import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { scriptText } from './scripts/script-text.ts';

/** What every page runs on. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(router-core|react-router|history|store|react-store))\//;

/** Where what each page of the storefront loads begins: the entry, what stands around a page, the card. */
const FRAME = /\/src\/(app\/client|routes\/_site|storefront\/catalogue\/catalogue-card)\.tsx/;

/**
 * What most pages of the storefront have in common; nothing of the back office, and no schemas of
 * answers: those load with the first read.
 */
const SHARED =
  /\/src\/(ui|domain(?!\/error-details)|data(?!\/[\w-]*answer)|storefront)\/|node_modules\/(lucide-react|@tanstack)\//;

/** why: fewer, and what only the six item pages and their aliases share would load everywhere. */
const PAGES_OF_A_KIND = 14;

/** What every page has loaded before it asks for another chunk: named there, it would only be longer. */
const THERE = /\/(index|framework|shared|rolldown-runtime)-[\w-]+\.js$/;

/** The pages of all kinds' lists, and those of all kinds' items: each alike, so they come together. */
const LISTS =
  /\/routes\/_site\/(rent-[a-z]+|rent-sets-packages\.index|[a-z]+-props|[a-z]+-rental|search)\.tsx\?/;
const ITEMS = /\/routes\/_site\/[a-z-]+\.\$slug\.tsx\?/;

/** Puts those of our modules into one chunk that the frame imports, by however many others. */
const frame: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const seen = new Set<string>();
  const isOfFrame = (one: string): boolean => {
    if (FRAME.test(one)) return true;
    // why: a package's index imports all of it, used or not.
    if (seen.has(one) || one.includes('node_modules')) return false;
    seen.add(one);
    return graph.getModuleInfo(one)?.importers.some(isOfFrame) ?? false;
  };
  return isOfFrame(id) ? 'frame' : null;
};

export default defineConfig({
  plugins: [
    scriptText(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: 'app/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'app/route-tree.gen.ts',
        addExtensions: true,
        quoteStyle: 'single',
        semicolons: true,
      },
      client: { entry: 'app/client.tsx' },
      server: { entry: 'app/server.ts', build: { inlineCss: true } },
    }),
    react(),
  ],
  build: {
    target: 'es2022',
    modulePreload: {
      resolveDependencies: (_, chunks) => chunks.filter((chunk) => !THERE.test(chunk)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // why: some fifty files of a kilobyte cost more in requests and headers than they save.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: frame, priority: 1 },
                { name: 'shared', test: SHARED, minShareCount: PAGES_OF_A_KIND },
                { name: 'lists', test: LISTS },
                { name: 'items', test: ITEMS },
              ],
            },
          },
        },
      },
    },
  },
});
