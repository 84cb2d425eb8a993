import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { CustomerPage } from '#ops/crm/customers/customer-page.tsx';

export const Route = createFileRoute('/ops/_guard/customers/$number')({
  pendingMs: 0,
  head: ({ params }) => ({ meta: [{ title: `${params.number} · ${studio.studio.short_name}` }] }),
  component: Customer,
});

function Customer() {
  const { number } = Route.useParams();
  return <CustomerPage number={number} />;
}
