import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

const listing = CATALOGUES.crew;

export const Route = createFileRoute('/_site/crew-rental')({
  ...catalogueRoute(listing),
  component: CrewRental,
});

function CrewRental() {
  return <CataloguePage listing={listing} search={Route.useLoaderDeps()} />;
}
