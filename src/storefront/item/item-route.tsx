import { notFound, useRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#data/backend.ts';
import { itemQuery, relatedQuery } from '#data/item.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { itemHead } from '#storefront/seo/item-head.ts';
import type { HeadContext } from '#storefront/seo/page-head.ts';
import { ItemNotFound } from './item-not-found.tsx';
import { ItemSkeleton } from './item-skeleton.tsx';

/** Argument of an item route's loader. */
interface ItemRequest {
  context: { api: PublicApi; queryClient: QueryClient };
  params: { slug: string };
}

/** Argument of an item route's head; without an item if it is missing or the read failed. */
interface ItemMatch {
  match: { context: HeadContext & ItemRequest['context'] };
  loaderData?: ItemDetail | undefined;
}

/**
 * The options shared by all item routes, aliases included: loader, head and the pending, not-found and
 * error screens. A missing item answers 404, a failed read 503; both show the not-found screen.
 */
export function itemRoute(catalogue: Catalogue) {
  return {
    loader: async ({ context: { api, queryClient }, params }: ItemRequest) => {
      const item = await queryClient.query(itemQuery(api, catalogue, params.slug));
      if (!item) throw notFound();
      return item;
    },
    head: ({ match, loaderData }: ItemMatch) => itemHead(match.context, catalogue, loaderData),
    // why: an incomplete page must not be cached.
    headers: ({ match, loaderData }: ItemMatch): Record<string, string> => {
      const { api, queryClient } = match.context;
      const isIncomplete =
        loaderData && !queryClient.getQueryData(relatedQuery(api, loaderData).queryKey);
      return isIncomplete ? { 'cache-control': 'no-store' } : {};
    },
    pendingMs: 120,
    pendingMinMs: 200,
    pendingComponent: () => <ItemSkeleton catalogue={catalogue} />,
    notFoundComponent: () => <ItemNotFound catalogue={catalogue} />,
    errorComponent: () => <FailedItem catalogue={catalogue} />,
  };
}

function FailedItem({ catalogue }: { catalogue: Catalogue }) {
  const router = useRouter();
  return <ItemNotFound catalogue={catalogue} retry={() => void router.invalidate()} />;
}
