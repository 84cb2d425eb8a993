import { createFileRoute } from '@tanstack/react-router';
import { ABOUT_TEXTS } from '#domain/settings/texts/about-texts.ts';
import { AboutPage } from '#storefront/pages/about-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { loadPage } from '#storefront/texts/load-texts.ts';

export const Route = createFileRoute('/_site/about')({
  // why: with the loader, the texts would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context }) => loadPage(context, ['about'], ABOUT_TEXTS.description),
  head: ({ match, loaderData }) =>
    pageHead(match.context, { title: 'About', description: loaderData, path: '/about' }),
  component: AboutPage,
});
