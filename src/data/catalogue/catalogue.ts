import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { FacetValue, CatalogueResults } from '#domain/catalogue/catalogue-results.ts';
import type { Listing } from '#domain/catalogue/kinds/kind.ts';
import { activeFilterValues, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import type { PublicApi } from './public-api.ts';
import { catalogueKey } from '../core/query-keys/visitor.ts';

/** Items on one page of a catalogue. */
export const PAGE_SIZE = 24;

/** The database's limit of items per request. */
const MOST_PER_REQUEST = 100;

interface PageRequest {
  listing: Pick<Listing, 'source' | 'sorts'>;
  search: CatalogueSearch;
  cursor: string | null;
  size: number;
}

/**
 * Reads a part of a catalogue from a cursor on.
 * @throws {Failure}
 */
export async function readPage(api: PublicApi, request: PageRequest, signal: AbortSignal) {
  const { listing, search, cursor, size } = request;
  const { function: name, ...source } = listing.source;
  const { rpc } = await api();
  const args = {
    ...source,
    q: search.q?.trim() ?? '',
    filters: activeFilterValues(search),
    sort: search.sort ?? listing.sorts[0],
    size,
    ...(search.category ? { category: search.category } : {}),
    ...(cursor ? { cursor } : {}),
    ...(search.from &&
      search.to && {
        rental_from: search.from,
        rental_to: search.to,
        only_free: search.free === 1,
      }),
  };
  return rpc(name, args, signal);
}

/**
 * A catalogue as its URL describes it, page by page; the first page holds total and counts.
 * @param wanted items to load in as few requests as the database allows, as after a reload
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
      const missing = wanted - pages.flatMap((page) => page.items).length;
      const size = missing > 0 ? Math.min(missing, MOST_PER_REQUEST) : PAGE_SIZE;
      return next ? { cursor: next, size } : null;
    },
    // why: a refetch reads every loaded page again, one by one; a focused window is a reason only
    // where bookings change the list.
    refetchOnWindowFocus: search.from ? 'always' : false,
  });
}

/** The values of a catalogue's sidebar, from any cached page of it. */
export function cachedCategories(
  queryClient: QueryClient,
  listing: Pick<Listing, 'name' | 'sidebar'>,
): FacetValue[] {
  const cached = queryClient.getQueriesData<InfiniteData<CatalogueResults>>({
    queryKey: catalogueKey(listing.name),
  });
  return cached.flatMap(([, data]) => data?.pages[0]?.facets[listing.sidebar.facet] ?? []);
}
