import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

const listing = CATALOGUES.backdrop;

export const Route = createFileRoute('/_site/rent-backdrops')({
  ...catalogueRoute(listing),
  component: RentBackdrops,
});

function RentBackdrops() {
  return <CataloguePage listing={listing} search={Route.useLoaderDeps()} />;
}
