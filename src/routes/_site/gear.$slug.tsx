import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

export const Route = createFileRoute('/_site/gear/$slug')({
  ...itemRoute(CATALOGUES.gear),
  component: Gear,
});

function Gear() {
  return <ItemPage catalogue={CATALOGUES.gear} item={Route.useLoaderData()} />;
}
