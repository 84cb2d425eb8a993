import type { CrmSearch } from '#domain/crm/crm-search.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';

/** What `search_enquiries` and `search_orders` are asked for, by what the address says. */
export function rentalArgs({ q = '', sort = DEFAULT_SORT, status, from, to, customer }: CrmSearch) {
  return {
    q,
    sort,
    ...(status ? { statuses: [status] } : {}),
    ...(from ? { created_from: from } : {}),
    ...(to ? { created_to: to } : {}),
    ...(customer ? { customer_id: customer } : {}),
  };
}

/** A part of a list: a page from 1, or what follows a cursor. */
export type ListPart = { size: number } & ({ page: number } | { cursor: string });

/** What of the address makes one list differ from another: all but the tab and the open record. */
export function listKey({ tab: _tab, open: _open, ...asked }: CrmSearch) {
  return asked;
}
