import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

const listing = CATALOGUES.gear;

export const Route = createFileRoute('/_site/rent-gear')({
  ...catalogueRoute(listing),
  component: RentGear,
});

function RentGear() {
  return <CataloguePage listing={listing} search={Route.useLoaderDeps()} />;
}
