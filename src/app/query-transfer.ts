import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Read = [key: QueryKey, data: unknown];

/**
 * What a page has read, as text to go along with it. What failed is read again in the browser, and
 * the moment of reading is left out, so that a page that shows the same is the same to the byte.
 */
export function dehydrateQueries(queryClient: QueryClient): string {
  const reads = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Read => [queryKey, state.data]);
  return JSON.stringify(reads);
}

/** Takes over what {@link dehydrateQueries} packed on the server. It counts as read when the page came. */
export function hydrateQueries(queryClient: QueryClient, reads: string): void {
  const updatedAt = arrival();
  for (const [key, data] of JSON.parse(reads) as Read[]) {
    queryClient.setQueryData(key, data, { updatedAt });
  }
}

/** When the page's data was true (ms since 1970): 0, long ago, for one that Back took from a cache. */
function arrival(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type;
  return type === 'back_forward' ? 0 : Date.now();
}
