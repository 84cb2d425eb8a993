import type { CrmSearch } from '#domain/crm/crm-search.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';

/** The arguments that `search_enquiries` and `search_orders` share, from the URL. */
export function rentalArgs(search: CrmSearch) {
  const {
    q = '',
    sort = DEFAULT_SORT,
    status,
    from,
    to,
    rental_from,
    rental_to,
    customer,
    owner,
  } = search;
  return {
    q,
    sort,
    ...(status ? { statuses: [status] } : {}),
    ...(from ? { created_from: from } : {}),
    ...(to ? { created_to: to } : {}),
    ...(rental_from ? { rental_from } : {}),
    ...(rental_to ? { rental_to } : {}),
    ...(customer ? { customer_id: customer } : {}),
    ...(owner ? { assignee: owner } : {}),
  };
}
