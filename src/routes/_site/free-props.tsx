import { createFileRoute } from '@tanstack/react-router';
import { freeItems } from '#domain/catalogue/free-items.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { catalogueRoute } from '#storefront/catalogue/catalogue-route.ts';

const route = catalogueRoute(freeItems);

export const Route = createFileRoute('/_site/free-props')({
  validateSearch: route.validateSearch,
  loaderDeps: route.loaderDeps,
  loader: ({ context, deps }) => route.load(context, deps),
  head: route.head,
  component: FreeProps,
});

function FreeProps() {
  return <CataloguePage listing={freeItems} search={Route.useLoaderDeps()} />;
}
