import { notFound, useRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#data/backend.ts';
import { itemQuery } from '#data/catalogue.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { itemHead } from '../seo/item-head.ts';
import type { HeadContext } from '../seo/page-head.ts';
import { ItemNotFound } from './item-not-found.tsx';
import { ItemSkeleton } from './item-skeleton.tsx';

/**
 * What every item route shares, alias or not: its read, its head and its three other screens.
 * A missing item answers HTTP 404, a failed read HTTP 500; both show the not-found screen.
 */
export function itemRoute(catalogue: Catalogue) {
  return {
    load: async (context: { api: PublicApi; queryClient: QueryClient }, address: string) => {
      const item = await context.queryClient.query(itemQuery(context.api, catalogue, address));
      if (!item) throw notFound();
      return item;
    },
    head: (match: { context: HeadContext }, item: ItemDetail | undefined) =>
      itemHead(match.context, catalogue, item),
    screens: {
      pendingMs: 120,
      pendingMinMs: 200,
      pendingComponent: () => <ItemSkeleton catalogue={catalogue} />,
      notFoundComponent: () => <ItemNotFound catalogue={catalogue} />,
      errorComponent: () => <FailedItem catalogue={catalogue} />,
    },
  };
}

function FailedItem({ catalogue }: { catalogue: Catalogue }) {
  const router = useRouter();
  return <ItemNotFound catalogue={catalogue} retry={() => void router.invalidate()} />;
}
