import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { customerNameQuery } from '#data/crm/customers.ts';
import { statusesQuery, type StatusKind } from '#data/crm/statuses.ts';
import { changeList } from '#domain/crm/crm-search.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { FilterPeriod } from '#dates/filter-date.tsx';
import { FilterSelect } from '#ui/filter-field.tsx';
import { useFailureNotice } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { OwnerFilter } from '../../kit/filters/owner-filter.tsx';

export interface RentalFiltersProps extends CrmTabProps {
  /** The set of statuses to filter by. */
  statuses: Exclude<StatusKind, 'payment'>;
  /** Label of the creation date: 'Received', 'Ordered'. */
  dateLabel: string;
  /** More status filters, after the first. */
  children?: ReactNode;
}

const FAILURES = { enquiry: 'Error loading statuses', order: 'Error loading order statuses' };

/**
 * Filters of enquiries or orders: status, creation dates, overlapping rental dates and customer.
 */
export function RentalFilters(props: RentalFiltersProps) {
  const { statuses: kind, dateLabel, search, onSearch, children } = props;
  const statuses = useQuery(statusesQuery(useStaffApi(), kind));
  useFailureNotice(FAILURES[kind], statuses);
  const change = (filters: Parameters<typeof changeList>[1]) =>
    onSearch((now) => changeList(now, filters), { replace: true });
  return (
    <>
      <OwnerFilter
        label="Owner"
        none="Nobody"
        value={search.owner}
        onChange={(owner) => change({ owner })}
      />
      <FilterSelect
        label="Status"
        any="Any"
        value={search.status}
        options={(statuses.data ?? []).filter((one) => one.is_active && one.value !== 'converted')}
        onChange={(status) => change({ status })}
      />
      {children}
      <FilterPeriod
        label={dateLabel}
        names={[`${dateLabel} from`, `${dateLabel} to`]}
        from={search.from}
        to={search.to}
        onFrom={(from) => change({ from })}
        onTo={(to) => change({ to })}
      />
      <FilterPeriod
        label="Rental"
        names={['Rental from', 'Rental to']}
        from={search.rental_from}
        to={search.rental_to}
        onFrom={(rental_from) => change({ rental_from })}
        onTo={(rental_to) => change({ rental_to })}
      />
      {search.customer && (
        <CustomerChip id={search.customer} onRemove={() => change({ customer: undefined })} />
      )}
    </>
  );
}

function CustomerChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const customer = useQuery(customerNameQuery(useStaffApi(), id));
  const name = customer.isPending ? '…' : customerName(customer.data ?? null);
  return (
    <button
      type="button"
      aria-label={`Remove filter: customer ${name}`}
      onClick={onRemove}
      className="inline-flex h-11 max-w-full items-center gap-1.5 rounded-sm bg-teal-pale pr-2 pl-3 text-sm text-teal-deep hover:bg-paper-deep sm:h-9"
    >
      <span className="truncate">Customer: {name}</span>
      <X aria-hidden size={16} className="shrink-0" />
    </button>
  );
}
