import { useQuery } from '@tanstack/react-query';
import { statusesQuery } from '#data/crm/statuses.ts';
import { changeList } from '#domain/crm/crm-search.ts';
import { FilterSelect } from '#ui/filter-field.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { useFailureNotice } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

const SHOWN = [
  { value: 'out', label: 'Out today' },
  { value: 'due', label: 'Return due' },
] as const;

/** Filters of the orders: out today or return due, and payment status. */
export function OrderFilters({ search, onSearch }: CrmTabProps) {
  const statuses = useQuery(statusesQuery(useStaffApi(), 'payment'));
  useFailureNotice('Error loading payment statuses', statuses);
  return (
    <>
      <FilterSelect
        label="Show"
        any="All"
        value={search.show}
        options={SHOWN}
        onChange={(selected) =>
          onSearch(
            (now) =>
              changeList(now, { show: SHOWN.find(({ value }) => value === selected)?.value }),
            { replace: true },
          )
        }
      />
      <FilterSelect
        label="Payment"
        any="Any"
        value={search.payment}
        options={(statuses.data ?? []).filter((one) => one.is_active)}
        onChange={(payment) => onSearch((now) => changeList(now, { payment }), { replace: true })}
      />
    </>
  );
}
