import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

export const Route = createFileRoute('/_site/backdrop/$slug')({
  ...itemRoute(CATALOGUES.backdrop),
  component: Backdrop,
});

function Backdrop() {
  return <ItemPage catalogue={CATALOGUES.backdrop} item={Route.useLoaderData()} />;
}
