/** Adds the routes under `/ops` to the browser's route tree (scripts/route-tree.ts). */
declare module '*/route-tree.gen.ts?ops' {}
