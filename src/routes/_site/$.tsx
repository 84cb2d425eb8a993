import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { SiteNotFoundPage } from '#storefront/pages/site-not-found-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

/** The 404 page, for every address without a route. */
export const Route = createFileRoute('/_site/$')({
  loader: ({ location: { pathname, href } }) => {
    // why: a visitor's page has no routes of the back office (docs/decisions/0065-routes-by-side.md).
    if (/^\/ops(\/|$)/.test(pathname)) throw redirect({ href, reloadDocument: true });
    throw notFound();
  },
  head: ({ match }) => pageHead(match.context, { title: 'Page not found' }),
  notFoundComponent: SiteNotFoundPage,
});
