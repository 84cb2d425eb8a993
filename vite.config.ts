import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { lucideIcons } from './scripts/lucide-icons.ts';
import { moduleSizes } from './scripts/module-sizes.ts';
import { preloadHelper } from './scripts/preload-helper.ts';
import { scriptNames } from './scripts/script-names.ts';
import { unusedDefaults } from './scripts/unused-defaults.ts';
import { routeTreeParts } from './scripts/route-tree.ts';
import { scriptText } from './scripts/script-text.ts';

/** Modules that every page needs first. Only the back office uses `useBlocker`. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(router-core|react-router|history|store|react-store))\/(?!.*\/useBlocker\.)/;

/**
 * Roots of the chunk that every page loads: its start, the storefront's frame and card, and a module that the first
 * script of the back office shares with the storefront. why: without it, `/ops` would load all of the chunk `shared`.
 */
const FRAME =
  /\/src\/(app\/start|routes\/_site|storefront\/catalogue\/catalogue-card|domain\/subscribers)\.tsx?/;

/**
 * Modules shared by most storefront pages, without the back office and what it reads with (supabase-js), the schemas
 * of answers, which load with the first read, and modules that most forms share with the back office, but few pages.
 */
const SHARED =
  /\/src\/(ui(?!\/(sheet|field\.))|domain(?!\/(error-details|dates|days))|data(?!\/(\w+\/[\w-]*answer|staff\/|core\/(staff|connection|live|list|query-keys\/staff)))|storefront)\/|node_modules\/(lucide-react|@tanstack)\/(?!.*\/(mutation\w*|useMutation\w*|useIsFetching)\.)/;

/** why: with a lower count, modules shared by only the six item pages and their aliases would load everywhere. */
const PAGES_OF_A_KIND = 14;
/** Visitors' pages that must load a module before it is shared. why: with nine, the home page loads 5 kB more. */
const FEWEST_VISITORS_PAGES = 4;

/** Modules that the pages of the back office share. */
const OPS =
  /\/src\/(ops\/kit\/(drafts|failure-notice|read-failure|session-loading|slow-notice|use-held-for|use-queued-change|use-refetch|loading-skeleton|staff-roles|profile|use-connection-lost|manager-paths)\.|data\/(staff\/session|core\/(failure-details|write-outcome))|domain\/(wait-text|crm\/staff-name))|\/cloud-off\.|\/(mutation|useMutation|useIsFetching)\w*\.js/;

/** Words of enquiries and orders, apart from the chunk `ops`, which the sign-in form loads. */
const OPS_WORDS = /\/src\/domain\/crm\/(crm|timeline)-text\./;

/**
 * The routes of the back office, in one chunk with the component of `/ops` and what mutations need.
 * why: the page names that component's chunk, so the browser requests the routes together with the entry.
 */
const OPS_ROUTES =
  /(\/src\/(app\/route-tree\.gen\.ts\?ops|routes\/ops\/([^?]*|route\.tsx\?tsr-split=component))|\/mutation(Cache)?\.js)$/;

/**
 * The list pages of all kinds are alike, and so are the item pages: one chunk for each group. why without the search:
 * lists would load what only it has.
 */
const LISTS =
  /\/routes\/_site\/(rent-[a-z]+|rent-sets-packages\.index|[a-z]+-props|[a-z]+-rental)\.tsx\?/;
const ITEMS = /\/routes\/_site\/[a-z-]+\.\$slug\.tsx\?/;

/**
 * The visitor's rental dates, their words, the month grid and the switch "Only free", which catalogues, item pages and
 * the cart load late. why one chunk: several are 0.6 kB larger.
 */
const RENTAL_DATES =
  /\/src\/(storefront\/availability\/(dates-store|clear-dates|use-one-set-of-dates)|dates\/months|ui\/switch|domain\/(enquiry\/draft-dates|availability\/(availability-text|month\w*)))\.tsx?/;

/** Parts of the pages whose texts the studio edits. why: single chunks of them are smaller than their headers. */
const PAGE_PARTS =
  /\/src\/(storefront\/(texts\/|shared\/page-picture|enquiry\/contact-text|pages\/(figures|page-heading))|data\/settings\/site-texts|domain\/settings\/(page-texts|texts\/built-in))[^?]*$/;

/** Puts the modules that the frame imports, directly or not, into one chunk. */
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

/**
 * Puts modules that most visitors' pages load into one chunk.
 * why counted here: minShareCount also counts the pages of the back office.
 */
const shared: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (!SHARED.test(id)) return null;
  const seen = new Set<string>();
  const pages = new Set<string>();
  const visit = (one: string) => {
    if (seen.has(one)) return;
    seen.add(one);
    const page = /\/src\/routes\/_site\/([^?]+)/.exec(one)?.[1];
    if (page) pages.add(page);
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) visit(importer);
  };
  visit(id);
  return pages.size > FEWEST_VISITORS_PAGES ? 'shared' : null;
};

/** A smaller form of a package, with the same effect on the page (docs/decisions/0051-rental-dates.md). */
const SMALLER = [
  // why: the shim is for versions of React without the hook.
  {
    find: 'use-sync-external-store/shim/with-selector',
    replacement: 'use-sync-external-store/with-selector',
  },
];

export default defineConfig({
  resolve: { alias: SMALLER },
  plugins: [
    scriptText(),
    lucideIcons(),
    moduleSizes(),
    unusedDefaults(),
    preloadHelper(),
    scriptNames(),
    routeTreeParts(),
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
    // README.md#supported-browsers
    cssTarget: ['chrome131', 'edge131', 'firefox128', 'safari16.4', 'ios16.4'],
    // why only styles: a list of scripts for every page would be in the first load of all. Pages are loaded on intent,
    // before the click, so that the scripts which they share are there in time.
    modulePreload: {
      resolveDependencies: (_, chunks) => chunks.filter((chunk) => chunk.endsWith('.css')),
    },
  },
  environments: {
    // why: the icons of the server's pages are made like the browser's.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // why: the entry names most chunks, and hashes do not compress. Fewer digits are too few for their number.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // why: some fifty files of a kilobyte cost more in requests and headers than they save.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: frame, priority: 1 },
                { name: shared, minShareCount: PAGES_OF_A_KIND },
                { name: 'ops-routes', test: OPS_ROUTES },
                { name: 'ops', test: OPS, minShareCount: 2, includeDependenciesRecursively: false },
                { name: 'ops-words', test: OPS_WORDS, includeDependenciesRecursively: false },
                { name: 'lists', test: LISTS },
                { name: 'item', test: ITEMS },
                { name: 'page-parts', test: PAGE_PARTS, includeDependenciesRecursively: false },
                { name: 'rental-dates', test: RENTAL_DATES },
              ],
            },
          },
        },
      },
    },
  },
});
