import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '#storefront/pages/about-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/about')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'About',
      description:
        'A photo and video studio in Bangalore with 2000+ props behind it: our story, our team, and why the studio exists.',
      path: '/about',
    }),
  component: AboutPage,
});
