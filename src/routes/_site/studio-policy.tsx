import { createFileRoute } from '@tanstack/react-router';
import { POLICY_TEXTS } from '#domain/settings/texts/policy-texts.ts';
import { PolicyPage } from '#storefront/pages/policy-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { loadPage } from '#storefront/texts/load-texts.ts';

export const Route = createFileRoute('/_site/studio-policy')({
  // why: with the loader, the texts would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context }) => loadPage(context, ['policy_page'], POLICY_TEXTS.description),
  head: ({ match, loaderData }) =>
    pageHead(match.context, {
      title: 'Studio Policy',
      description: loaderData,
      path: '/studio-policy',
    }),
  component: PolicyPage,
});
