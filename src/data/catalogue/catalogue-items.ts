import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from './public-api.ts';
import { catalogueItemsKey } from '../core/query-keys/visitor.ts';

/**
 * The current catalogue rows of some items of any kind; an item that the answer lacks is not offered.
 * Never served from the cache alone.
 * @param ids uuids, at most 100: they travel in the URL
 */
export function catalogueItemsQuery(api: PublicApi, ids: readonly string[]) {
  const sorted = ids.toSorted();
  return queryOptions({
    queryKey: catalogueItemsKey(sorted),
    queryFn: async ({ signal }) => (await api()).itemsById(sorted, signal),
    enabled: sorted.length > 0,
    staleTime: 0,
  });
}
