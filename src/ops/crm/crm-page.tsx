import type { ComponentType } from 'react';
import type { CrmTab } from '#domain/crm/crm-search.ts';
import { Tabs } from '#ui/tabs.tsx';
import { EnquiriesTab } from '../enquiries/enquiries-tab.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { CRM_ROLES } from '../shell/staff.ts';
import type { CrmTabProps } from './crm-tab.ts';

const PAGES: readonly { value: CrmTab; label: string; Panel: ComponentType<CrmTabProps> }[] = [
  { value: 'enquiries', label: 'Enquiries', Panel: EnquiriesTab },
];

const tabs = PAGES.map((page) => page.value);

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
  const tab = tabs.find((one) => one === asked.tab) ?? 'enquiries';
  const search = { ...asked, tab };
  return (
    <Tabs
      label="CRM-Rental"
      value={tab}
      // why: another tab starts afresh, without the customer filter (back office §2).
      onChange={(tab) => onSearch({ tab })}
      tabs={PAGES.map(({ Panel, ...tab }) => ({
        ...tab,
        panel: <Panel search={search} onSearch={onSearch} tabs={tabs} />,
      }))}
    />
  );
}
