import { queryOptions } from '@tanstack/react-query';
import { retryOnce } from '../core/list.ts';
import { statuses } from './rental-answers.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { tableOf } from '../core/staff-tables.ts';

const TABLES = {
  enquiry: 'crm_rental_enquiry_statuses',
  order: 'crm_rental_order_statuses',
  payment: 'order_payment_statuses',
} as const;

/** Records with statuses: enquiries, orders, and the payment of orders. */
export type StatusKind = keyof typeof TABLES;

/** Order of statuses in lists: of enquiries by label, of orders and payments by progress. */
const ORDER = { enquiry: 'label', order: 'position', payment: 'position' } as const;

/** All statuses of a kind in order, inactive ones included. */
export function statusesQuery(api: StaffApi, kind: StatusKind) {
  return queryOptions({
    queryKey: staffKeys.statuses(kind),
    staleTime: 60 * 60_000,
    retry: retryOnce,
    queryFn: async () => {
      const table = tableOf(api, TABLES[kind]);
      const answer = await table.select('value,label,is_active').order(ORDER[kind]);
      return parseAnswer(TABLES[kind], statuses, answer);
    },
  });
}
