import { createFileRoute } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { ItemPage } from '#storefront/item/item-page.tsx';
import { itemRoute } from '#storefront/item/item-route.tsx';

export const Route = createFileRoute('/_site/rent-sets-packages/$slug')({
  ...itemRoute(CATALOGUES.set),
  component: SetOrPackage,
});

function SetOrPackage() {
  return <ItemPage catalogue={CATALOGUES.set} item={Route.useLoaderData()} />;
}
