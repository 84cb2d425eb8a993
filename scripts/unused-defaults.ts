import type { Plugin } from 'vite';

/** Spellings of attributes that the site and its packages write; React knows 80 more, almost all of SVG fonts and filters. */
const SPELLINGS =
  'acceptCharset|htmlFor|httpEquiv|crossOrigin|clipPath|clipRule|fillOpacity|fillRule|pointerEvents|shapeRendering|strokeDasharray|strokeLinecap|strokeLinejoin|strokeOpacity|strokeWidth|textAnchor';

/** A line of React's list of spellings. */
export const UNUSED_SPELLING = new RegExp(
  String.raw`\n {4}\["(?!(?:${SPELLINGS})")([\w-]+)", "[\w:-]+"\],?`,
  'g',
);

/** Where the browser's React is. */
export const REACT_DOM = 'react-dom/cjs/react-dom-client.production.js';

/** Defaults of packages that the site does not use or replaces: the file, what is cut out of it, and what comes instead. */
const DEFAULTS: readonly {
  file: string;
  cuts: readonly (readonly [cut: string | RegExp, instead?: string])[];
}[] = [
  {
    // Visitors send no mutations, and the back office brings its cache (src/app/router.tsx).
    file: '@tanstack/query-core/build/modern/queryClient.js',
    cuts: [['import { MutationCache } from "./mutationCache.js";'], [' || new MutationCache()']],
  },
  {
    // Searches are read and written by src/app/search-params.ts.
    file: '@tanstack/router-core/dist/esm/router.js',
    cuts: [
      ['import { defaultParseSearch, defaultStringifySearch } from "./searchParams.js";'],
      [' ?? defaultStringifySearch'],
      [' ?? defaultParseSearch'],
    ],
  },
  {
    file: REACT_DOM,
    cuts: [
      // Nothing asks for scripts or styles by React's `preload` and `preinit`, which then do nothing.
      [/D: prefetchDNS,[^}]*M: preinitModuleScript/, '__proto__: previousDispatcher'],
      // Names of keys for browsers without `KeyboardEvent.key`.
      [/normalizeKey = \{[^}]*\}/, 'normalizeKey = {}'],
      [/translateToKey = \{[^}]*\}/, 'translateToKey = {}'],
      [UNUSED_SPELLING],
    ],
  },
];

/** A Vite plugin that leaves defaults which nothing uses out of the browser's scripts. */
export function unusedDefaults(): Plugin {
  return {
    name: 'unused-defaults',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const known = DEFAULTS.find(({ file }) => id.endsWith(`/${file}`));
      if (!known) return null;
      let rest = code;
      for (const [cut, instead = ''] of known.cuts) {
        const before = rest;
        rest = rest.replace(cut, instead);
        if (rest === before) this.error(`${id} has an unexpected form: ${String(cut)}`);
      }
      return { code: rest, map: null };
    },
  };
}
