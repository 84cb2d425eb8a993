import { notFound, useLocation, useMatch } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { itemQuery, relatedQuery } from '#data/catalogue/item.ts';
import {
  parseRentalSearch,
  rentalDatesOf,
  type RentalSearch,
} from '#domain/availability/rental-search.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { itemHead } from '#storefront/seo/item-head.ts';
import type { HeadContext } from '#storefront/seo/head-context.ts';
import { FaultPage } from '#ui/fault-page.tsx';
import { keepDates } from '#storefront/availability/keep-dates.ts';
import { preload } from '#storefront/catalogue/preload.ts';
import { ItemNotFound } from './item-not-found.tsx';
import { PendingItem } from './item-skeleton.tsx';
import { loadItemDates } from './late-item-dates.ts';
import { useLine } from './use-line.ts';

/** Argument of an item route's loader. */
interface ItemRequest {
  context: { api: PublicApi; queryClient: QueryClient };
  params: { slug: string };
  location: { search: object };
}

/** Argument of an item route's head; without an item if it is missing or the read failed. */
interface ItemMatch {
  match: { context: HeadContext & ItemRequest['context']; search: object };
  loaderData?: ItemDetail | undefined;
}

/**
 * The options shared by all item routes, aliases included: loader, head and the pending, not-found and
 * error screens. A missing item answers 404, a failed read 503; both show the not-found screen. A script that
 * failed says nothing of the item.
 */
export function itemRoute(catalogue: Catalogue) {
  return {
    validateSearch: (raw: Record<string, unknown>): RentalSearch => parseRentalSearch(raw),
    search: { middlewares: [keepDates<RentalSearch>] },
    staticData: { late: loadItemDates },
    loader: async ({ context, params, location }: ItemRequest) => {
      const { api, queryClient } = context;
      const dates = rentalDatesOf(parseRentalSearch(location.search));
      const late = dates && loadItemDates();
      const item = await queryClient.query(itemQuery(api, catalogue, params.slug));
      if (!item) throw notFound();
      const parts = await late;
      if (dates && parts) await preload(parts.readItemDates(context, item, dates));
      return item;
    },
    head: ({ match, loaderData }: ItemMatch) => {
      const isDated = rentalDatesOf(parseRentalSearch(match.search)) !== null;
      return itemHead(match.context, catalogue, loaderData, { indexed: !isDated });
    },
    // why: an incomplete page must not be cached.
    headers: ({ match, loaderData }: ItemMatch): Record<string, string> => {
      const { api, queryClient } = match.context;
      const isIncomplete =
        loaderData && !queryClient.getQueryData(relatedQuery(api, loaderData).queryKey);
      return isIncomplete ? { 'cache-control': 'no-store' } : {};
    },
    pendingMs: 120,
    pendingMinMs: 200,
    pendingComponent: () => <PendingItem catalogue={catalogue} />,
    notFoundComponent: () => <ItemNotFound catalogue={catalogue} />,
    errorComponent: () => <FailedItem catalogue={catalogue} />,
  };
}

function FailedItem({ catalogue }: { catalogue: Catalogue }) {
  const line = useLine();
  const { pathname, searchStr } = useLocation();
  // why: the item was read, so what failed is its page.
  if (useMatch({ strict: false, select: ({ status }) => status }) !== 'error') {
    return <FaultPage here={pathname + searchStr} />;
  }
  return <ItemNotFound catalogue={catalogue} {...line} />;
}
