import { createFileRoute } from '@tanstack/react-router';
import { CustomerPage } from '#ops/crm/customers/customer-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/customers/$number')({
  pendingMs: 0,
  validateSearch: ({ compare }): { compare?: string } =>
    typeof compare === 'string' ? { compare } : {},
  head: ({ match, params }) => opsHead(params.number)({ match }),
  component: Customer,
});

function Customer() {
  const { number } = Route.useParams();
  const { compare = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CustomerPage
      number={number}
      compare={compare === number ? null : compare}
      onCompare={(other) =>
        void navigate({
          search: other === null ? {} : { compare: other },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
