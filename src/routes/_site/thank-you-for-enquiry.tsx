import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '#storefront/enquiry/thank-you-page.tsx';
import { loadTexts } from '#storefront/texts/load-texts.ts';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/thank-you-for-enquiry')({
  // why: with the loader, its code would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ context }) => {
    await loadTexts(context, ['thank_you']);
  },
  head: ({ match }) => pageHead(match.context, { title: 'Your Enquiry' }),
  component: ThankYouPage,
});
