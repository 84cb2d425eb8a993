import { createFileRoute } from '@tanstack/react-router';
import { MyOrderPage } from '#storefront/cart/my-order-page.tsx';
import { pageTitle } from '#storefront/shell/page-title.ts';

export const Route = createFileRoute('/_site/my-order')({
  head: () => ({
    meta: [{ title: pageTitle('My Order') }, { name: 'robots', content: 'noindex' }],
  }),
  component: MyOrderPage,
});
