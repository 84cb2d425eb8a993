import { createFileRoute } from '@tanstack/react-router';
import { PolicyPage } from '#storefront/pages/policy-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/studio-policy')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Studio Policy',
      description:
        'People on set, overtime, advance payment, refunds, cleaning, power and pets: the rules of the studio in plain words.',
      path: '/studio-policy',
    }),
  component: PolicyPage,
});
