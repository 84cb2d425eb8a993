import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { catalogueQuery, cachedCategories } from '#data/catalogue/catalogue.ts';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import { listingTitle, nameOf } from '#domain/catalogue/listing-text.ts';
import { parseCatalogueSearch, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { catalogueHead } from '#storefront/seo/catalogue-head.ts';
import { keepDates } from '#storefront/availability/keep-dates.ts';
import type { HeadContext } from '#storefront/seo/head-context.ts';
import { loadDated } from './late-dated.ts';
import { preload } from './preload.ts';

/** Argument of a catalogue's loader. */
interface CatalogueRequest {
  context: { api: PublicApi; queryClient: QueryClient };
  deps: CatalogueSearch;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Loads the script that the page needs for rental dates in its address. */
    late?: () => Promise<unknown>;
  }
}

/** The route options shared by all catalogues: search params, loader and head. */
export function catalogueRoute(listing: CatalogueListing) {
  const parse = (raw: Record<string, unknown>): CatalogueSearch =>
    parseCatalogueSearch(listing, raw);
  return {
    validateSearch: parse,
    search: { middlewares: [keepDates<CatalogueSearch>] },
    // why: the router keeps params in `search` that `validateSearch` dropped; the page must not see them.
    loaderDeps: ({ search }: { search: CatalogueSearch }) => parse(search),
    staticData: { late: loadDated },
    loader: async ({ context: { api, queryClient }, deps: search }: CatalogueRequest) => {
      const read = preload(queryClient.infiniteQuery(catalogueQuery(api, listing, search)));
      if (search.from) await loadDated();
      await read;
      const { category } = search;
      return {
        category: category ? nameOf(cachedCategories(queryClient, listing), category) : null,
      };
    },
    head: ({
      match,
      loaderData,
    }: {
      match: { context: HeadContext; loaderDeps: CatalogueSearch };
      loaderData?: { category: string | null } | undefined;
    }) => {
      const title = listingTitle(listing, loaderData?.category ?? null);
      return catalogueHead(match.context, listing, match.loaderDeps, title);
    },
  };
}
