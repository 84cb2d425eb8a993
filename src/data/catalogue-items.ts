import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kind.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';

const items = z.array(
  z.object({
    type: z.enum(ITEM_KINDS),
    id: z.string(),
    code: z.string(),
    name: z.string(),
    slug: z.nullable(z.string()),
    price: z.number(),
    image: z.nullable(z.string()),
    active: z.boolean(),
    in_studio: z.boolean(),
  }),
);

/** One active item of any kind, as the list of all kinds tells it. */
export type CatalogueListItem = z.infer<typeof items>[number];

/**
 * What the catalogue says now about some items of any kind; an item that is missing from the answer
 * is not offered. Always read afresh.
 * @param ids uuids, at most 100: they travel in the address
 */
export function catalogueItemsQuery(api: PublicApi, ids: readonly string[]) {
  const sorted = ids.toSorted();
  return queryOptions({
    queryKey: ['catalogue-items', sorted],
    queryFn: async ({ signal }): Promise<CatalogueListItem[]> => {
      const answer = await api
        .from('catalogue_items')
        .select('type, id, code, name, slug, price, image, active, in_studio')
        .in('id', sorted)
        .abortSignal(signal);
      return items.parse(dataOf(answer));
    },
    enabled: sorted.length > 0,
    staleTime: 0,
  });
}
