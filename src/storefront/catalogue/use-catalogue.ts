import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { catalogueQuery } from '#data/catalogue.ts';
import type { CatalogueItem, FacetValue } from '#domain/catalogue/item.ts';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import { sidebarEntries } from '#domain/catalogue/listing-words.ts';
import type { CatalogueSearch } from '#domain/catalogue/search.ts';

/** What a catalogue page has to show now. */
export interface CatalogueState {
  items: CatalogueItem[];
  /** All that match, shown or not; null while nothing has been read. */
  total: number | null;
  facets: Record<string, FacetValue[]>;
  /** The sidebar's entries, without the one for all. */
  categories: readonly FacetValue[];
  /** Nothing read yet. */
  loading: boolean;
  /** The items of the choice before stand while the new ones are read. */
  refreshing: boolean;
  /** The first page could not be read. */
  failed: boolean;
  /** `next` is the address of the next page for those who cannot load it into this one. */
  more: {
    available: boolean;
    next: string | null;
    loading: boolean;
    failed: boolean;
    load: () => void;
  };
  retry: () => void;
}

/** Reads a catalogue as its address asks, page after page. */
export function useCatalogue(listing: CatalogueListing, search: CatalogueSearch): CatalogueState {
  const { api } = useRouter().options.context;
  const query = useInfiniteQuery({
    ...catalogueQuery(api, listing, search),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  const facets = pages[0]?.facets ?? {};
  return {
    items: pages.flatMap((page) => page.items),
    total: pages[0]?.total ?? null,
    facets,
    categories: sidebarEntries(listing, facets[listing.sidebar.facet] ?? []),
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    failed: query.isError && !query.data,
    more: {
      available: query.hasNextPage,
      next: pages.at(-1)?.next ?? null,
      loading: query.isFetchingNextPage,
      failed: query.isFetchNextPageError,
      load: () => {
        if (!query.isFetching) void query.fetchNextPage();
      },
    },
    retry: () => void query.refetch(),
  };
}

/** Writes the address of a catalogue. */
export interface CatalogueAddress {
  /** A filter, the search or the order: takes the place of the entry in the history (design §5). */
  refine: (change: Partial<CatalogueSearch>) => void;
  /** Takes everything back but the order. */
  clear: () => void;
}

/** Neither of these is a change of route, so the page does not scroll. */
export function useCatalogueAddress(
  listing: CatalogueListing,
  search: CatalogueSearch,
): CatalogueAddress {
  const navigate = useNavigate();
  const go = (next: CatalogueSearch) =>
    void navigate({ to: listing.listPath, search: next, replace: true, resetScroll: false });
  return {
    refine: (change) => go({ ...search, after: undefined, ...change }),
    clear: () => go(search.sort ? { sort: search.sort } : {}),
  };
}
