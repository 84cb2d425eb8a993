import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readCrmSearch, type CrmSearch } from '#domain/crm/crm-search.ts';
import { CrmPage } from '#ops/crm/crm-page.tsx';

export const Route = createFileRoute('/ops/_guard/crm')({
  pendingMs: 0,
  // why: the page reads the rest itself, so that its reader stays out of every first load.
  validateSearch: (raw): CrmSearch => ({ tab: 'leads', ...raw }),
  head: () => ({ meta: [{ title: `CRM-Rental · ${studio.shortName}` }] }),
  component: Crm,
});

function Crm() {
  // why: the router leaves in `search` what `validateSearch` left out; the page must not see it.
  const search = Route.useSearch({
    select: (kept) => readCrmSearch({ ...kept }),
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
