import { useQuery } from '@tanstack/react-query';
import { enquiriesQuery } from '#data/enquiries.ts';
import type { CrmSearch } from '#domain/crm/crm-search.ts';
import { Tabs } from '#ui/tabs.tsx';
import { EnquiriesTab } from '../enquiries/enquiries-tab.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { CRM_ROLES } from '../shell/staff.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Writes the CRM's state into the address; `replace` keeps the history as it is. */
export type SetCrmSearch = (next: CrmSearch, options?: { replace?: boolean }) => void;

/** Props of {@link CrmPage}. */
export interface CrmPageProps {
  search: CrmSearch;
  onSearch: SetCrmSearch;
}

/** The CRM: what visitors asked for. Its whole state is in the address. */
export function CrmPage(props: CrmPageProps) {
  return (
    <RoleGate roles={CRM_ROLES} page="CRM-Rental">
      <h1 className="pt-6 pb-2 text-xl font-semibold">CRM-Rental</h1>
      <CrmTabs {...props} />
    </RoleGate>
  );
}

function CrmTabs({ search, onSearch }: CrmPageProps) {
  const enquiries = useQuery(
    enquiriesQuery(useStaffApi(), { page: search.page ?? 1, q: search.q ?? '' }),
  );
  return (
    <Tabs
      label="CRM-Rental"
      value={search.tab}
      onChange={(tab) => onSearch({ tab })}
      tabs={[
        {
          value: 'enquiries',
          label: 'Enquiries',
          count: enquiries.data?.total,
          panel: <EnquiriesTab list={enquiries} search={search} onSearch={onSearch} />,
        },
      ]}
    />
  );
}
