import { queryOptions } from '@tanstack/react-query';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';
import { catalogueItemsKey } from './query-keys/visitor.ts';

/** One active item of any kind, as the list of all kinds tells it. */
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
 * What the catalogue says now about some items of any kind; an item that is missing from the answer
 * is not offered. Always read afresh.
 * @param ids uuids, at most 100: they travel in the address
 */
export function catalogueItemsQuery(api: PublicApi, ids: readonly string[]) {
  const sorted = ids.toSorted();
  return queryOptions({
    queryKey: catalogueItemsKey(sorted),
    queryFn: async ({ signal }) => {
      const client = await api();
      const answer = await client
        .from('catalogue_items')
        .select('type, id, code, name, slug, price, image, active, in_studio')
        .in('id', sorted)
        .abortSignal(signal);
      // why: PostgREST's types have every column of a view nullable; the database tests hold this
      // one to its shape.
      return dataOf(answer) as CatalogueListItem[];
    },
    enabled: sorted.length > 0,
    staleTime: 0,
  });
}
