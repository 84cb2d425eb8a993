import { createFileRoute } from '@tanstack/react-router';
import { PRICING_TEXTS } from '#domain/settings/texts/pricing-texts.ts';
import { PricingPage } from '#storefront/pages/pricing-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { loadPage } from '#storefront/texts/load-texts.ts';

export const Route = createFileRoute('/_site/pricing')({
  // why: with the loader, the texts would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context }) => loadPage(context, ['pricing', 'faq'], PRICING_TEXTS.description),
  head: ({ match, loaderData }) =>
    pageHead(match.context, { title: 'Pricing', description: loaderData, path: '/pricing' }),
  component: PricingPage,
});
