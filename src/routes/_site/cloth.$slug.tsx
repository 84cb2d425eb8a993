import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

export const Route = createFileRoute('/_site/cloth/$slug')({
  ...itemRoute(CATALOGUES.cloth),
  component: Cloth,
});

function Cloth() {
  return <ItemPage catalogue={CATALOGUES.cloth} item={Route.useLoaderData()} />;
}
