import { queryOptions } from '@tanstack/react-query';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import type { PublicApi } from './public-api.ts';
import { itemKey, relatedKey } from '../core/query-keys/visitor.ts';

/**
 * One active item by slug, or by its code when no slug matches; null when there is none. The same
 * answer holds its related items, which fill the cache of {@link relatedQuery}.
 */
export function itemQuery(api: PublicApi, { kind }: Catalogue, address: string) {
  return queryOptions({
    queryKey: itemKey(kind, address),
    queryFn: async ({ client: queries, signal }) => {
      const page = await (await api()).itemPage(kind, address, signal);
      if (!page) return null;
      const { item, related } = page;
      if (related) queries.setQueryData(relatedKey(kind, item.id), related);
      return item;
    },
  });
}

/** Items that go with one, neighbours of different types where possible. */
export function relatedQuery(api: PublicApi, { kind, id }: Pick<ItemDetail, 'kind' | 'id'>) {
  return queryOptions({
    queryKey: relatedKey(kind, id),
    queryFn: async ({ signal }) => (await api()).rpc('related_items', { kind, id }, signal),
  });
}
