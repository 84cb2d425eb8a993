import type { ComponentType } from 'react';
import type { CrmTab } from '#domain/crm/crm-search.ts';
import { EnquiriesTab } from '../enquiries/enquiries-tab.tsx';
import { LeadsTab } from '../leads/leads-tab.tsx';
import { OrdersTab } from '../orders/orders-tab.tsx';
import type { CrmTabProps } from './crm-tab.ts';

/** The tabs of the CRM page, in the order in which they stand. */
export const CRM_PAGES: readonly {
  value: CrmTab;
  label: string;
  Panel: ComponentType<CrmTabProps>;
}[] = [
  { value: 'leads', label: 'Leads', Panel: LeadsTab },
  { value: 'enquiries', label: 'Enquiries', Panel: EnquiriesTab },
  { value: 'orders', label: 'Orders', Panel: OrdersTab },
];

/** Which tabs there are: where counts and numbers may lead. */
export const PRESENT_TABS: readonly CrmTab[] = CRM_PAGES.map((page) => page.value);
