import { createFileRoute } from '@tanstack/react-router';
import { everything } from '#domain/catalogue/everything.ts';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';
import { SearchPage } from '#storefront/search/search-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { pageTitle } from '#storefront/shell/page-title.ts';

const route = catalogueRoute(everything);

export const Route = createFileRoute('/_site/search')({
  validateSearch: route.validateSearch,
  loaderDeps: route.loaderDeps,
  loader: ({ context, deps }) => route.load(context, deps),
  head: ({ match }) => {
    const { q } = match.loaderDeps;
    return pageHead(match.context, { title: pageTitle(q ? `Search “${q}”` : everything.title) });
  },
  component: Search,
});

function Search() {
  return <SearchPage search={Route.useLoaderDeps()} />;
}
