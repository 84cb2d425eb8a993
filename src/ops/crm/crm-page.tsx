import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { crmCountsQuery } from '#data/crm-counts.ts';
import { closeNew, openNew, type CrmTab } from '#domain/crm/crm-search.ts';
import { Button } from '#ui/button.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { CRM_ROLES } from '../shell/staff-roles.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { ConflictsNotice } from './conflicts/conflicts-notice.tsx';
import { EnquiriesTab } from './enquiries/enquiries-tab.tsx';
import { LeadsTab } from './leads/leads-tab.tsx';
import { NewRentalSheet } from './new/new-rental-sheet.tsx';
import { OrdersTab } from './orders/orders-tab.tsx';
import type { CrmTabProps } from './shared/crm-tab.ts';

/** The tabs in display order. */
const TABS: readonly { value: CrmTab; label: string; Panel: ComponentType<CrmTabProps> }[] = [
  { value: 'leads', label: 'Leads', Panel: LeadsTab },
  { value: 'enquiries', label: 'Enquiries', Panel: EnquiriesTab },
  { value: 'orders', label: 'Orders', Panel: OrdersTab },
];

/**
 * The CRM with its tabs leads, enquiries and orders. Its whole state is in the address
 * (docs/product/crm.md).
 */
export function CrmPage(props: CrmTabProps) {
  return (
    <RoleGate roles={CRM_ROLES} page="CRM-Rental">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-6 pb-2">
        <h1 className="text-xl font-semibold">CRM-Rental</h1>
        <div className="flex flex-wrap items-center gap-2">
          <ConflictsNotice />
          <NewButtons onSearch={props.onSearch} />
        </div>
      </div>
      <CrmTabs {...props} />
      <NewRentalSheet
        make={props.search.new}
        onClose={() => props.search.new && props.onSearch(closeNew, { replace: true })}
        onMade={(make, number) =>
          props.onSearch(() => ({ tab: make === 'order' ? 'orders' : 'enquiries', open: number }), {
            replace: true,
          })
        }
      />
    </RoleGate>
  );
}

function NewButtons({ onSearch }: Pick<CrmTabProps, 'onSearch'>) {
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => onSearch((now) => openNew(now, 'enquiry'))}
      >
        New enquiry
      </Button>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => onSearch((now) => openNew(now, 'order'))}
      >
        New order
      </Button>
    </>
  );
}

function CrmTabs({ search, onSearch }: CrmTabProps) {
  const counts = useQuery(crmCountsQuery(useStaffApi()));
  return (
    <Tabs
      label="CRM-Rental"
      value={search.tab}
      // why: switching tabs clears search and filters, the customer filter included.
      onChange={(tab) => onSearch(() => ({ tab }))}
      tabs={TABS.map(({ Panel, ...tab }) => ({
        ...tab,
        count: counts.data?.[tab.value],
        panel: <Panel search={search} onSearch={onSearch} />,
      }))}
    />
  );
}
