import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { CatalogueResults, FacetValue } from '#domain/catalogue/item.ts';
import type { Listing } from '#domain/catalogue/kinds/kind.ts';
import { activeFilterValues, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';
import { catalogueKey } from './query-keys/visitor.ts';

/** Items on one page of a catalogue (design §5). */
export const PAGE_SIZE = 24;

/** Most items that one request brings. The database's own limit. */
const MOST_AT_ONCE = 100;

interface PageRequest {
  listing: Pick<Listing, 'source' | 'sorts'>;
  search: CatalogueSearch;
  cursor: string | null;
  size: number;
}

/** @throws {Failure} */
async function readPage(api: PublicApi, request: PageRequest, signal: AbortSignal) {
  const { listing, search, cursor, size } = request;
  const { function: name, ...source } = listing.source;
  const client = await api();
  const answer = await client
    .rpc(name, {
      ...source,
      q: search.q?.trim() ?? '',
      filters: activeFilterValues(search),
      sort: search.sort ?? listing.sorts[0],
      size,
      ...(search.category ? { category: search.category } : {}),
      ...(cursor ? { cursor } : {}),
    })
    .abortSignal(signal);
  // why: the function answers jsonb, for which the generated types have no shape; the database
  // tests hold it to this one.
  return dataOf(answer) as unknown as CatalogueResults;
}

/**
 * A catalogue as the address asks for it, page after page; the first page carries total and counts.
 * @param wanted items to come up to in as few requests as the database allows, as after a reload
 */
export function catalogueQuery(
  api: PublicApi,
  listing: Pick<Listing, 'name' | 'source' | 'sorts'>,
  search: CatalogueSearch,
  wanted = 0,
) {
  return infiniteQueryOptions({
    queryKey: catalogueKey(listing.name, search),
    queryFn: ({ pageParam, signal }) => readPage(api, { listing, search, ...pageParam }, signal),
    initialPageParam: { cursor: search.after ?? null, size: PAGE_SIZE },
    getNextPageParam: ({ next }: CatalogueResults, pages: CatalogueResults[]) => {
      const lacking = wanted - pages.flatMap((page) => page.items).length;
      const size = lacking > 0 ? Math.min(lacking, MOST_AT_ONCE) : PAGE_SIZE;
      return next ? { cursor: next, size } : null;
    },
    // why: a catalogue of many pages is read again page by page; looking away is no reason to.
    refetchOnWindowFocus: false,
  });
}

/** The values of a catalogue's sidebar as any page of it that is at hand tells them. */
export function cachedCategories(
  queryClient: QueryClient,
  listing: Pick<Listing, 'name' | 'sidebar'>,
): FacetValue[] {
  const known = queryClient.getQueriesData<InfiniteData<CatalogueResults>>({
    queryKey: catalogueKey(listing.name),
  });
  return known.flatMap(([, data]) => data?.pages[0]?.facets[listing.sidebar.facet] ?? []);
}
