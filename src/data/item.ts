import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CatalogueItem, ItemDetail } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import type { PublicApi } from './backend.ts';
import { dataOf, Failure } from './failure.ts';

/** What `item_page` answers; `related` is null when only the item could be read. */
interface ItemPageAnswer {
  item: unknown;
  related: CatalogueItem[] | null;
}

const commonRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  price: z.number(),
  in_studio: z.boolean(),
  images: z.array(z.string()),
});

/**
 * One active item by slug, or by its code when no slug matches (spec, public side §7). Null when
 * there is none. What goes with it comes in the same answer, and is kept for {@link relatedQuery}.
 */
export function itemQuery(api: PublicApi, catalogue: Catalogue, address: string) {
  return queryOptions({
    queryKey: ['item', catalogue.kind, address],
    queryFn: async ({ client, signal }): Promise<ItemDetail | null> => {
      const answer = await api
        .rpc('item_page', { kind: catalogue.kind, address })
        .abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; what is shared
      // by all kinds is checked below, the kind's own by its descriptor.
      const page = dataOf(answer) as unknown as ItemPageAnswer | null;
      if (!page) return null;
      const item = toDetail(catalogue, page.item);
      if (page.related) client.setQueryData(relatedQuery(api, item).queryKey, page.related);
      return item;
    },
  });
}

/** What goes with an item, neighbours of different types where possible (spec, public side §2). */
export function relatedQuery(api: PublicApi, { kind, id }: Pick<ItemDetail, 'kind' | 'id'>) {
  return queryOptions({
    queryKey: ['related', kind, id],
    queryFn: async ({ signal }): Promise<CatalogueItem[]> => {
      const answer = await api.rpc('related_items', { kind, id }).abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; the database
      // tests hold it to this one.
      return dataOf(answer) as unknown as CatalogueItem[];
    },
  });
}

/** @throws {Failure} when the row lacks what the kind's descriptor reads. */
function toDetail(catalogue: Catalogue, row: unknown): ItemDetail {
  try {
    const { kind, details } = catalogue;
    return { kind, ...commonRow.parse(row), ...details.read(row) };
  } catch (error) {
    console.error(error);
    throw new Failure('The item could not be read.', { status: 0 });
  }
}
