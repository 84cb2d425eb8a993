import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

export const Route = createFileRoute('/_site/prop/$slug')({
  ...itemRoute(CATALOGUES.prop),
  component: Prop,
});

function Prop() {
  return <ItemPage catalogue={CATALOGUES.prop} item={Route.useLoaderData()} />;
}
