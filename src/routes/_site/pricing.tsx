import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '#storefront/pages/pricing-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/pricing')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Pricing',
      description:
        'Hourly, daily and weekly studio rates, package deals, and special rates for students and non-profits. Ask us for a price today.',
      path: '/pricing',
    }),
  component: PricingPage,
});
