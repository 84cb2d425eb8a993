import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { catalogueQuery } from '#data/catalogue.ts';
import type { CatalogueItem, FacetValue } from '#domain/catalogue/item.ts';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import { sidebarEntries, type SidebarEntry } from '#domain/catalogue/listing-text.ts';
import { parseCatalogueSearch, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { nextPaint } from '#ui/next-paint.ts';
import { useRestoredCount, useSaveLoadedCount } from './list-restoration.ts';

/** How long the address waits for the items of a choice, so that both are drawn in one go. */
const SOON_MS = 50;

/** What a catalogue page has to show now. */
export interface CatalogueState {
  items: CatalogueItem[];
  /** What is offered where nothing matches. */
  instead: CatalogueItem[];
  /** All that match, shown or not; null while nothing has been read. */
  total: number | null;
  facets: Record<string, FacetValue[]>;
  /** The sidebar's entries, without the one for all. */
  categories: readonly SidebarEntry[];
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
  const [key, wanted] = useRestoredCount();
  const query = useInfiniteQuery({
    ...catalogueQuery(api, listing, search, wanted),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const { isFetching, fetchNextPage } = query;
  const isReturning = query.hasNextPage && items.length < wanted && !query.isFetchNextPageError;
  useEffect(() => {
    if (isReturning && !isFetching) void fetchNextPage();
  }, [isReturning, isFetching, fetchNextPage]);
  useSaveLoadedCount(key, isReturning || query.isPlaceholderData ? 0 : items.length);
  const facets = pages[0]?.facets ?? {};
  return {
    items,
    instead: pages[0]?.instead ?? [],
    total: pages[0]?.total ?? null,
    facets,
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

/** Writes the address of a catalogue. */
export interface CatalogueAddress {
  /** What was asked for last, for what shows the choice: the address follows after a paint. */
  wanted: CatalogueSearch;
  /** A filter, the search or the order: takes the place of the entry in the history (design §5). */
  refine: (change: Partial<CatalogueSearch>) => void;
  /** Takes everything back but the order. */
  clear: () => void;
}

/**
 * A choice is shown and read at once; the address, and the page with it, follows with the items, or
 * without them when they take longer. It is no change of route, so the page does not scroll.
 */
export function useCatalogueAddress(
  listing: CatalogueListing,
  search: CatalogueSearch,
): CatalogueAddress {
  const router = useRouter();
  const { api, queryClient } = router.options.context;
  const [asked, setAsked] = useState({ at: search, wanted: search });
  if (asked.at !== search) setAsked({ at: search, wanted: search });
  const last = useRef(search);
  const go = async (choice: CatalogueSearch) => {
    const { href } = router.latestLocation;
    const wanted = parseCatalogueSearch(listing, choice);
    last.current = wanted;
    setAsked({ at: search, wanted });
    const read = queryClient.infiniteQuery(catalogueQuery(api, listing, wanted));
    const soon = new Promise((resolve) => setTimeout(resolve, SOON_MS));
    const ready = Promise.race([Promise.allSettled([read]), soon]);
    await nextPaint();
    await ready;
    // why: meanwhile the visitor may have chosen again, or left.
    if (last.current !== wanted || router.latestLocation.href !== href) return;
    await router.navigate({
      to: listing.listPath,
      search: choice,
      replace: true,
      resetScroll: false,
    });
  };
  const { wanted } = asked;
  return {
    wanted,
    refine: (change) => void go({ ...wanted, after: undefined, ...change }),
    clear: () => void go({ sort: wanted.sort }),
  };
}
