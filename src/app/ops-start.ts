/** Adds the routes under `/ops`, and has the cache of mutations, which only the back office loads. */
import './route-tree.gen.ts?ops';

export { MutationCache } from '@tanstack/react-query';
