import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from './list.ts';
import { dataOf } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';

/** A status as staff read it. */
export interface Status {
  value: string;
  label: string;
  /** Whether it may still be chosen. */
  is_active: boolean;
}

const TABLES = {
  enquiry: 'crm_rental_enquiry_statuses',
  order: 'crm_rental_order_statuses',
  payment: 'order_payment_statuses',
} as const;

/** What has statuses of its own: enquiries, orders, and the payment of orders. */
export type StatusKind = keyof typeof TABLES;

/** What the statuses of a kind are ordered by: enquiries' as back office §7 says, others as work goes on. */
const ORDER = { enquiry: 'label', order: 'position', payment: 'position' } as const;

/** All statuses of a kind in their order; also those that are no longer active. */
export function statusesQuery(api: StaffApi, kind: StatusKind) {
  return queryOptions({
    queryKey: staffKeys.statuses(kind),
    staleTime: 60 * 60_000,
    retry: retryOnce,
    queryFn: async (): Promise<Status[]> =>
      dataOf(
        await api
          .from(TABLES[kind])
          .select('value,label,is_active')
          .order(ORDER[kind])
          .overrideTypes<Status[], { merge: false }>(),
      ),
  });
}
