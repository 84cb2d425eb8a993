import { useQuery } from '@tanstack/react-query';
import { crmCountsQuery } from '#data/crm-counts.ts';
import { Tabs } from '#ui/tabs.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { CRM_ROLES } from '../shell/staff.ts';
import { useStaffApi } from '../use-staff-api.ts';
import type { CrmTabProps } from './crm-tab.ts';
import { CRM_PAGES, PRESENT_TABS } from './tabs.ts';

/** The CRM: leads, enquiries and orders (back office §2). Its whole state is in the address. */
export function CrmPage(props: Omit<CrmTabProps, 'tabs'>) {
  return (
    <RoleGate roles={CRM_ROLES} page="CRM-Rental">
      <h1 className="pt-6 pb-2 text-xl font-semibold">CRM-Rental</h1>
      <CrmTabs {...props} />
    </RoleGate>
  );
}

function CrmTabs({ search: asked, onSearch }: Omit<CrmTabProps, 'tabs'>) {
  const counts = useQuery(crmCountsQuery(useStaffApi()));
  const tab = PRESENT_TABS.find((one) => one === asked.tab) ?? 'leads';
  const search = { ...asked, tab };
  return (
    <Tabs
      label="CRM-Rental"
      value={tab}
      // why: another tab starts afresh, without the customer filter (back office §2).
      onChange={(next) => onSearch(() => ({ tab: next }))}
      tabs={CRM_PAGES.map(({ Panel, ...page }) => ({
        ...page,
        count: counts.data?.[page.value],
        panel: <Panel search={search} onSearch={onSearch} tabs={PRESENT_TABS} />,
      }))}
    />
  );
}
