import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { CatalogueItem, CataloguePage, FacetValue } from '#domain/catalogue/item.ts';
import type { Listing } from '#domain/catalogue/kind.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { chosenFilters, type CatalogueSearch } from '#domain/catalogue/search.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';

/** Items on one page of a catalogue (design §5). */
export const PAGE_SIZE = 24;

interface PageRequest {
  listing: Pick<Listing, 'source'>;
  search: CatalogueSearch;
  cursor: string | null;
  size: number;
}

/** @throws {Failure} */
async function readPage(api: PublicApi, request: PageRequest, signal: AbortSignal) {
  const { listing, search, cursor, size } = request;
  const { function: name, ...source } = listing.source;
  const answer = await api
    .rpc(name, {
      ...source,
      q: search.q?.trim() ?? '',
      filters: chosenFilters(search),
      sort: search.sort ?? 'newest',
      size,
      ...(search.category ? { category: search.category } : {}),
      ...(cursor ? { cursor } : {}),
    })
    .abortSignal(signal);
  // why: the function answers jsonb, for which the generated types have no shape; the database
  // tests hold it to this one.
  return dataOf(answer) as unknown as CataloguePage;
}

/** A catalogue as the address asks for it, page after page; the first page carries total and counts. */
export function catalogueQuery(
  api: PublicApi,
  listing: Pick<Listing, 'name' | 'source'>,
  search: CatalogueSearch,
) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', listing.name, search],
    queryFn: ({ pageParam, signal }) =>
      readPage(api, { listing, search, cursor: pageParam, size: PAGE_SIZE }, signal),
    initialPageParam: search.after ?? null,
    getNextPageParam: (page: CataloguePage) => page.next,
    // why: a catalogue of many pages is read again page by page; looking away is no reason to.
    refetchOnWindowFocus: false,
  });
}

/** The values of a catalogue's sidebar as any page of it that is at hand tells them. */
export function knownCategories(
  queryClient: QueryClient,
  listing: Pick<Listing, 'name' | 'sidebar'>,
): FacetValue[] {
  const known = queryClient.getQueriesData<InfiniteData<CataloguePage>>({
    queryKey: ['catalogue', listing.name],
  });
  return known.flatMap(([, data]) => data?.pages[0]?.facets[listing.sidebar.facet] ?? []);
}

/** A category of the home page, with a picture of one of its new items. */
export interface CategoryTile {
  value: string;
  label: string;
  count: number;
  image: string | null;
  /** Rupees per day of the pictured item, 0 without one. */
  price: number;
}

/** What the home page shows of a catalogue. */
export interface Showcase {
  total: number;
  newest: CatalogueItem[];
  categories: CategoryTile[];
}

/** The newest items and all categories of a catalogue, in one read; only what is shown is kept. */
export function showcaseQuery(api: PublicApi, kind: Catalogue['kind'], newest: number) {
  return queryOptions({
    queryKey: ['showcase', kind, newest],
    queryFn: async ({ signal }): Promise<Showcase> => {
      const listing = { source: { function: 'search_catalogue', kind } } as const;
      const page = await readPage(api, { listing, search: {}, cursor: null, size: 100 }, signal);
      const categories = (page.facets['category'] ?? []).map((category) => {
        // why: the dearest of the new items is the one most worth a large picture.
        const [shown] = page.items
          .filter((item) => item.category === category.label && item.images[0])
          .toSorted((one, other) => other.price - one.price);
        return { ...category, image: shown?.images[0] ?? null, price: shown?.price ?? 0 };
      });
      return { total: page.total, newest: page.items.slice(0, newest), categories };
    },
  });
}
