import { createFileRoute, notFound } from '@tanstack/react-router';
import { SiteNotFoundPage } from '#storefront/pages/site-not-found-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { pageTitle } from '#storefront/seo/page-title.ts';

/** The 404 page, for every address without a route. */
export const Route = createFileRoute('/_site/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => pageHead(match.context, { title: pageTitle('Page not found') }),
  notFoundComponent: SiteNotFoundPage,
});
