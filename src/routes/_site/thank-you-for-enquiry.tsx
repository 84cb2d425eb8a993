import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '#storefront/enquiry/thank-you-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/thank-you-for-enquiry')({
  head: ({ match }) => pageHead(match.context, { title: 'Your Enquiry' }),
  component: ThankYouPage,
});
