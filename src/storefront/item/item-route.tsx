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

/** What the loader of an item route is called with. */
interface ItemRequest {
  context: { api: PublicApi; queryClient: QueryClient };
  params: { slug: string };
}

/** What the head of an item route is called with; no item when there is none or its read failed. */
interface ItemMatch {
  match: { context: HeadContext & ItemRequest['context'] };
  loaderData?: ItemDetail | undefined;
}

/**
 * What every item route shares, alias or not: its read, its head and its three other screens.
 * A missing item answers HTTP 404, a failed read HTTP 503; both show the not-found screen.
 */
export function itemRoute(catalogue: Catalogue) {
  return {
    loader: async ({ context: { api, queryClient }, params }: ItemRequest) => {
      const item = await queryClient.query(itemQuery(api, catalogue, params.slug));
      if (!item) throw notFound();
      return item;
    },
    head: ({ match, loaderData }: ItemMatch) => itemHead(match.context, catalogue, loaderData),
    // why: a page that lacks a part must not be kept.
    headers: ({ match, loaderData }: ItemMatch): Record<string, string> => {
      const { api, queryClient } = match.context;
      const lacksPart =
        loaderData && !queryClient.getQueryData(relatedQuery(api, loaderData).queryKey);
      return lacksPart ? { 'cache-control': 'no-store' } : {};
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
