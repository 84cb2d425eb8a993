import { queryOptions } from '@tanstack/react-query';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { PublicApi } from './backend.ts';
import { catalogueItemsKey } from './query-keys/visitor.ts';

/** One active item of any kind, a row of the view `catalogue_items`. */
export interface CatalogueListItem {
  type: ItemKind;
  id: string;
  code: string;
  name: string;
  slug: string | null;
  price: number;
  image: string | null;
  active: boolean;
  in_studio: boolean;
}

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
