import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

const listing = CATALOGUES.set;
const route = catalogueRoute(listing);

export const Route = createFileRoute('/_site/rent-sets-packages/')({
  validateSearch: route.validateSearch,
  loaderDeps: route.loaderDeps,
  loader: ({ context, deps }) => route.load(context, deps),
  head: route.head,
  component: RentSetsPackages,
});

function RentSetsPackages() {
  return <CataloguePage listing={listing} search={Route.useLoaderDeps()} />;
}
