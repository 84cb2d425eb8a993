import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

const listing = CATALOGUES.cloth;

export const Route = createFileRoute('/_site/rent-clothes')({
  ...catalogueRoute(listing),
  component: RentClothes,
});

function RentClothes() {
  return <CataloguePage listing={listing} search={Route.useLoaderDeps()} />;
}
