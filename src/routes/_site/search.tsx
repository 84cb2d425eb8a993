import { createFileRoute, redirect } from '@tanstack/react-router';
import { catalogueQuery } from '#data/catalogue/catalogue.ts';
import { everything } from '#domain/catalogue/everything.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { isItemCode } from '#domain/catalogue/catalogue-search.ts';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';
import { SearchPage } from '#storefront/search/search-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

const route = catalogueRoute(everything);

export const Route = createFileRoute('/_site/search')({
  ...route,
  loader: async ({ context, deps }) => {
    const loaded = await route.loader({ context, deps });
    // why on the server only: a submitted item code reaches the server and redirects to the item; a
    // code still being typed is searched in the browser and must not redirect.
    if (import.meta.env.SSR && isItemCode(deps.q)) {
      const found = context.queryClient.getQueryData(
        catalogueQuery(context.api, everything, deps).queryKey,
      );
      const [item] = found?.pages[0]?.items ?? [];
      const to = item && itemPath(item.kind, item);
      if (to) throw redirect({ to, statusCode: 307 });
    }
    return loaded;
  },
  head: ({ match }) => {
    const { q } = match.loaderDeps;
    return pageHead(match.context, { title: q ? `Search “${q}”` : everything.title });
  },
  component: Search,
});

function Search() {
  return <SearchPage search={Route.useLoaderDeps()} />;
}
