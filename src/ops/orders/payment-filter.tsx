import { useQuery } from '@tanstack/react-query';
import { statusesQuery } from '#data/statuses.ts';
import { changeList } from '#domain/crm/crm-search.ts';
import { FilterSelect } from '#ui/filter-field.tsx';
import type { CrmTabProps } from '../crm/crm-tab.ts';
import { useFailureNotice } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Narrows the orders to one payment status. */
export function PaymentFilter({ search, onSearch }: Omit<CrmTabProps, 'tabs'>) {
  const statuses = useQuery(statusesQuery(useStaffApi(), 'payment'));
  useFailureNotice('Error loading payment statuses', statuses);
  return (
    <FilterSelect
      label="Payment"
      any="Any"
      value={search.payment}
      options={(statuses.data ?? []).filter((one) => one.is_active)}
      onChange={(payment) => onSearch(changeList(search, { payment }), { replace: true })}
    />
  );
}
