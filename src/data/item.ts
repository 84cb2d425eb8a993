import type { PostgrestClient } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CatalogueItem, ItemDetail } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import type { PublicApi } from './backend.ts';
import { dataOf, Failure } from './failure.ts';

/** PostgREST's code for "not exactly one row". */
const NO_SINGLE_ROW = 'PGRST116';

const COMMON_COLUMNS = 'id, name, slug, description, price, in_studio, images';

const commonRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  price: z.number(),
  in_studio: z.boolean(),
  images: z.array(z.string()),
});

/** Two screens of them where 4 stand in a row (spec, public side §9). */
const RELATED = 8;

/**
 * One active item by slug, or by its code when no slug matches (spec, public side §7). Null when
 * there is none.
 */
export function itemQuery(api: PublicApi, catalogue: Catalogue, address: string) {
  return queryOptions({
    queryKey: ['item', catalogue.kind, address],
    queryFn: async ({ signal }): Promise<ItemDetail | null> => {
      // why: table and columns come from the kind's descriptor, so the row's type is checked when it
      // is here: the common columns below, the kind's own by the descriptor.
      const rows = api as unknown as PostgrestClient;
      for (const column of ['slug', catalogue.codeColumn]) {
        const answer = await rows
          .from(catalogue.table)
          .select(`${COMMON_COLUMNS}, ${catalogue.codeColumn}, ${catalogue.details.columns}`)
          .eq(column, address)
          .eq('active', true)
          .abortSignal(signal)
          .single();
        if (answer.error?.code === NO_SINGLE_ROW) continue;
        return toDetail(catalogue, dataOf<unknown>(answer));
      }
      return null;
    },
  });
}

/** What goes with an item, neighbours of different types where possible (spec, public side §2). */
export function relatedQuery(api: PublicApi, { kind, id }: Pick<ItemDetail, 'kind' | 'id'>) {
  return queryOptions({
    queryKey: ['related', kind, id],
    queryFn: async ({ signal }): Promise<CatalogueItem[]> => {
      const answer = await api
        .rpc('related_items', { kind, id, count: RELATED })
        .abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; the database
      // tests hold it to this one.
      return dataOf(answer) as unknown as CatalogueItem[];
    },
  });
}

/** @throws {Failure} when the row lacks what the kind's descriptor asked for. */
function toDetail(catalogue: Catalogue, row: unknown): ItemDetail {
  try {
    const { [catalogue.codeColumn]: code } = z.record(z.string(), z.unknown()).parse(row);
    const own = { kind: catalogue.kind, code: z.string().parse(code) };
    return { ...own, ...commonRow.parse(row), ...catalogue.details.read(row) };
  } catch (error) {
    console.error(error);
    throw new Failure('The item could not be read.', { status: 0 });
  }
}
