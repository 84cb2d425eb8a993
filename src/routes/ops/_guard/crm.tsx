import { createFileRoute } from '@tanstack/react-router';
import { readCrmSearch, type CrmSearch } from '#domain/crm/crm-search.ts';
import { CrmPage } from '#ops/crm/crm-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/crm')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the rest.
  validateSearch: (raw): CrmSearch => ({ tab: 'leads', ...raw }),
  head: opsHead('CRM-Rental'),
  component: Crm,
});

function Crm() {
  // why: `validateSearch` above does not parse.
  const search = Route.useSearch({
    select: (unparsed) => readCrmSearch({ ...unparsed }),
    structuralSharing: true,
  });
  const navigate = Route.useNavigate();
  return (
    <CrmPage
      search={search}
      onSearch={(change, options) =>
        void navigate({
          search: (now) => change(readCrmSearch({ ...now })),
          replace: options?.replace ?? false,
          resetScroll: false,
        })
      }
    />
  );
}
