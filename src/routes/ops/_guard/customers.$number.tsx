import { createFileRoute } from '@tanstack/react-router';
import { CustomerPage } from '#ops/crm/customers/customer-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/customers/$number')({
  pendingMs: 0,
  head: ({ match, params }) => opsHead(params.number)({ match }),
  component: Customer,
});

function Customer() {
  const { number } = Route.useParams();
  return <CustomerPage number={number} />;
}
