import { createFileRoute } from '@tanstack/react-router';
import { freeItems } from '#domain/catalogue/free-items.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

export const Route = createFileRoute('/_site/free-props')({
  ...catalogueRoute(freeItems),
  component: FreeProps,
});

function FreeProps() {
  return <CataloguePage listing={freeItems} search={Route.useLoaderDeps()} />;
}
