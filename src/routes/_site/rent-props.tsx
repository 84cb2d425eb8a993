import { createFileRoute } from '@tanstack/react-router';
import { catalogueQuery } from '#data/catalogue.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { parseCatalogueSearch, type CatalogueSearch } from '#domain/catalogue/search.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { preload } from '#storefront/catalogue/preload.ts';
import { pageTitle } from '#storefront/shell/page-title.ts';

const catalogue = CATALOGUES.prop;

export const Route = createFileRoute('/_site/rent-props')({
  validateSearch: (raw: Record<string, unknown>): CatalogueSearch =>
    parseCatalogueSearch(catalogue, raw),
  // why: the router leaves in `search` what `validateSearch` left out; the page must not see it.
  loaderDeps: ({ search }) => parseCatalogueSearch(catalogue, search),
  loader: ({ context, deps }) =>
    preload(context.queryClient.infiniteQuery(catalogueQuery(context.api, catalogue.kind, deps))),
  head: () => ({
    meta: [
      { title: pageTitle(catalogue.title) },
      { name: 'description', content: catalogue.introduction },
    ],
  }),
  component: RentProps,
});

function RentProps() {
  return <CataloguePage catalogue={catalogue} search={Route.useLoaderDeps()} />;
}
