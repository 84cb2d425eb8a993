/** The cache of mutations, which only the back office loads (scripts/unused-defaults.ts). */
export { MutationCache } from '@tanstack/react-query';
