import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { showcaseQuery } from '#data/catalogue.ts';
import { preload } from '#storefront/catalogue/preload.ts';
import { HomePage, JUST_IN } from '#storefront/pages/home-page.tsx';

export const Route = createFileRoute('/_site/')({
  loader: ({ context }) =>
    preload(context.queryClient.query(showcaseQuery(context.api, 'prop', JUST_IN))),
  head: () => ({
    meta: [
      { title: `${studio.name}, ${studio.address.city}` },
      { name: 'description', content: studio.tagline },
    ],
  }),
  component: HomePage,
});
