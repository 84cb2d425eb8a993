import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type {
  CatalogueItem,
  FacetValue,
  CatalogueResults,
} from '#domain/catalogue/catalogue-results.ts';
import { catalogueQuery } from '#data/catalogue/catalogue.ts';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import { sidebarEntries, type SidebarEntry } from '#domain/catalogue/listing-text.ts';
import { parseCatalogueSearch, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { NO_DATES } from '#domain/availability/rental-search.ts';
import { nextPaint } from '#ui/next-paint.ts';
import { useRestoredCount, useSaveLoadedCount } from './list-restoration.ts';

/** Longest wait of the address update for the new items, so that both render together. */
const ADDRESS_WAIT_MS = 50;

/** The data of a catalogue page. */
export interface CatalogueState {
  items: CatalogueItem[];
  /** The closest matches of a search that finds nothing. */
  suggestions: CatalogueItem[];
  /** Number of matching items, loaded or not; null while loading. */
  total: number | null;
  facets: Record<string, FacetValue[]>;
  /** The first page; with rental dates it has their figures. */
  first: CatalogueResults | undefined;
  /** The sidebar's entries, without the 'All' entry. */
  categories: readonly SidebarEntry[];
  /** No data yet. */
  loading: boolean;
  /** The previous search's items are shown while the new ones load. */
  refreshing: boolean;
  /** The first page could not be loaded. */
  failed: boolean;
  /** `next` is the cursor of the next page, for links without JavaScript. */
  more: {
    available: boolean;
    next: string | null;
    loading: boolean;
    failed: boolean;
    load: () => void;
  };
  retry: () => void;
}

/** Reads the catalogue that the address describes, page by page. */
export function useCatalogue(listing: CatalogueListing, search: CatalogueSearch): CatalogueState {
  const { api } = useRouter().options.context;
  const [key, restored] = useRestoredCount();
  const query = useInfiniteQuery({
    ...catalogueQuery(api, listing, search, restored),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const { isFetching, fetchNextPage } = query;
  const isRestoring = query.hasNextPage && items.length < restored && !query.isFetchNextPageError;
  useEffect(() => {
    if (isRestoring && !isFetching) void fetchNextPage();
  }, [isRestoring, isFetching, fetchNextPage]);
  useSaveLoadedCount(key, isRestoring || query.isPlaceholderData ? 0 : items.length);
  const [first] = pages;
  const facets = first?.facets ?? {};
  return {
    items,
    suggestions: first?.instead ?? [],
    total: first?.total ?? null,
    facets,
    first,
    categories: sidebarEntries(listing, facets[listing.sidebar.facet]),
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    failed: query.isError && !query.data,
    more: {
      available: query.hasNextPage,
      next: pages.at(-1)?.next ?? null,
      loading: query.isFetchingNextPage,
      failed: query.isFetchNextPageError,
      load: () => {
        if (!isFetching) void fetchNextPage();
      },
    },
    retry: () => void query.refetch(),
  };
}

/** The pending search of a catalogue, and changes to it. */
export interface CatalogueAddress {
  /** The latest requested search, for the controls; the address follows it after the next paint. */
  pending: CatalogueSearch;
  /** Changes filters, search or sort order; replaces the history entry (docs/product/storefront.md). */
  refine: (change: Partial<CatalogueSearch>) => void;
  /** Removes everything but sort order and dates. */
  clear: () => void;
}

/**
 * Changes the search in a catalogue's address. The controls show a change immediately and its items
 * are requested at once; the address, and with it the page, follows when they arrive, or after
 * {@link ADDRESS_WAIT_MS}. The page does not scroll.
 */
export function useCatalogueAddress(
  listing: CatalogueListing,
  search: CatalogueSearch,
): CatalogueAddress {
  const router = useRouter();
  const { api, queryClient } = router.options.context;
  const [requested, setRequested] = useState({ from: search, pending: search });
  if (requested.from !== search) setRequested({ from: search, pending: search });
  const last = useRef(search);
  const go = async (next: CatalogueSearch) => {
    const { href } = router.latestLocation;
    const pending = parseCatalogueSearch(listing, next);
    last.current = pending;
    setRequested({ from: search, pending });
    const read = queryClient.infiniteQuery(catalogueQuery(api, listing, pending));
    const soon = new Promise((resolve) => setTimeout(resolve, ADDRESS_WAIT_MS));
    const ready = Promise.race([Promise.allSettled([read]), soon]);
    await nextPaint();
    await ready;
    // why: the visitor may have made another change or left the page in the meantime.
    if (last.current !== pending || router.latestLocation.href !== href) return;
    await router.navigate({
      to: listing.listPath,
      search: next,
      replace: true,
      resetScroll: false,
    });
  };
  const { pending } = requested;
  return {
    pending,
    refine: (change) => void go({ ...pending, after: undefined, ...change }),
    clear: () => {
      const { sort, from, to } = pending;
      void go({ sort, ...NO_DATES, ...(from && { from, to }) });
    },
  };
}
