import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

export const Route = createFileRoute('/_site/crew/$slug')({
  ...itemRoute(CATALOGUES.crew),
  component: Crew,
});

function Crew() {
  return <ItemPage catalogue={CATALOGUES.crew} item={Route.useLoaderData()} />;
}
