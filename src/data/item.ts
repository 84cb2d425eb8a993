import { queryOptions } from '@tanstack/react-query';
import type { CatalogueItem, ItemDetail } from '#domain/catalogue/item.ts';
import type { ItemDetails } from '#domain/catalogue/kinds/kind.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';
import { itemKey, relatedKey } from './query-keys/visitor.ts';

/** What `item_page` answers; `related` is null when only the item could be read. */
interface ItemPageAnswer {
  item: Omit<ItemDetail, 'kind' | keyof ItemDetails>;
  related: CatalogueItem[] | null;
}

/**
 * One active item by slug, or by its code when no slug matches (spec, public side §7). Null when
 * there is none. What goes with it comes in the same answer, and is kept for {@link relatedQuery}.
 */
export function itemQuery(api: PublicApi, catalogue: Catalogue, address: string) {
  return queryOptions({
    queryKey: itemKey(catalogue.kind, address),
    queryFn: async ({ client: queries, signal }): Promise<ItemDetail | null> => {
      const client = await api();
      const answer = await client
        .rpc('item_page', { kind: catalogue.kind, address })
        .abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; the database
      // tests hold it to this one.
      const page = dataOf(answer) as unknown as ItemPageAnswer | null;
      if (!page) return null;
      const item = toDetail(catalogue, page.item);
      if (page.related) queries.setQueryData(relatedQuery(api, item).queryKey, page.related);
      return item;
    },
  });
}

/** What goes with an item, neighbours of different types where possible (spec, public side §2). */
export function relatedQuery(api: PublicApi, { kind, id }: Pick<ItemDetail, 'kind' | 'id'>) {
  return queryOptions({
    queryKey: relatedKey(kind, id),
    queryFn: async ({ signal }): Promise<CatalogueItem[]> => {
      const client = await api();
      const answer = await client.rpc('related_items', { kind, id }).abortSignal(signal);
      // why: as above.
      return dataOf(answer) as unknown as CatalogueItem[];
    },
  });
}

/** What the page shows of an item's row, which has every column. */
function toDetail({ kind, details }: Catalogue, row: ItemPageAnswer['item']): ItemDetail {
  const { id, code, name, slug, description, price, in_studio, images } = row;
  const read: (row: never) => ItemDetails = details.read;
  return {
    kind,
    id,
    code,
    name,
    slug,
    description,
    price,
    in_studio,
    images,
    ...read(row as never),
  };
}
