import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { showcaseQuery } from '#data/catalogue.ts';
import { preload } from '#storefront/catalogue/preload.ts';
import { HomePage, JUST_IN } from '#storefront/pages/home-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { studioData } from '#storefront/seo/structured-data.ts';

export const Route = createFileRoute('/_site/')({
  loader: ({ context }) =>
    preload(context.queryClient.query(showcaseQuery(context.api, 'prop', JUST_IN))),
  head: ({ match }) =>
    pageHead(match.context, {
      title: `${studio.name}, ${studio.address.city}`,
      description: studio.tagline,
      path: '/',
      data: [studioData(match.context.origin)],
    }),
  component: HomePage,
});
