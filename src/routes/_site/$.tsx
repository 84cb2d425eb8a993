import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '#storefront/pages/not-found-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { pageTitle } from '#storefront/shell/page-title.ts';

/** Every address that no other route takes: HTTP 404 (design §5). */
export const Route = createFileRoute('/_site/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => pageHead(match.context, { title: pageTitle('Page not found') }),
  notFoundComponent: NotFoundPage,
});
