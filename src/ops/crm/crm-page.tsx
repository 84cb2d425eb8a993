import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { crmCountsQuery } from '#data/crm/crm-counts.ts';
import { closeNew, openNew, type CrmTab } from '#domain/crm/crm-search.ts';
import { Button } from '#ui/button.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ConflictsNotice } from '../conflicts/conflicts-notice.tsx';
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4 pb-2 sm:pt-6">
        {/* why its height from the start: conflicts appear later, and nothing may move then. */}
        <div className="flex min-h-11 items-center gap-x-4 max-sm:w-full max-sm:justify-between sm:min-h-9">
          <h1 className="text-xl font-semibold">CRM-Rental</h1>
          <ConflictsNotice />
        </div>
        <div className="flex flex-wrap items-center gap-2">
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
