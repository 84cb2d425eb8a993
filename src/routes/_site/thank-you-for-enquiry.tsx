import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '#storefront/enquiry/thank-you-page.tsx';
import { pageTitle } from '#storefront/shell/page-title.ts';

export const Route = createFileRoute('/_site/thank-you-for-enquiry')({
  head: () => ({
    meta: [{ title: pageTitle('Thank You') }, { name: 'robots', content: 'noindex' }],
  }),
  component: ThankYouPage,
});
