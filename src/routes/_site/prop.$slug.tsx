import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

const route = itemRoute(CATALOGUES.prop);

export const Route = createFileRoute('/_site/prop/$slug')({
  loader: ({ context, params }) => route.load(context, params.slug),
  head: ({ match, loaderData }) => route.head(match, loaderData),
  ...route.screens,
  component: Prop,
});

function Prop() {
  return <ItemPage catalogue={CATALOGUES.prop} item={Route.useLoaderData()} />;
}
