import type { QueryClient, QueryKey } from '@tanstack/react-query';

type TransferredQuery = [key: QueryKey, data: unknown];

/**
 * Serialises the successful queries of a rendered page, to be sent with it. Failed queries are left out
 * and run again in the browser. Timestamps are left out, so that pages with the same content are equal
 * byte for byte (docs/decisions/0044-pages-equal-byte-for-byte.md).
 */
export function dehydrateQueries(queryClient: QueryClient): string {
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): TransferredQuery => [queryKey, state.data]);
  return JSON.stringify(queries);
}

/** Fills the browser's query cache from {@link dehydrateQueries}; the data is as fresh as the page. */
export function hydrateQueries(queryClient: QueryClient, text: string): void {
  const updatedAt = pageLoadedAt();
  for (const [key, data] of JSON.parse(text) as TransferredQuery[]) {
    queryClient.setQueryData(key, data, { updatedAt });
  }
}

/** When the page was received (ms since 1970); 0, so stale, for a page that Back took from a cache. */
function pageLoadedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type;
  return type === 'back_forward' ? 0 : Date.now();
}
