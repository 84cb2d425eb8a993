import { createFileRoute } from '@tanstack/react-router';
import { MyOrderPage } from '#storefront/my-order/my-order-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/my-order')({
  head: ({ match }) => pageHead(match.context, { title: 'My Order' }),
  component: MyOrderPage,
});
