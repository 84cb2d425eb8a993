import type { Enquiry } from '#data/enquiries.ts';
import type { CrmSearch } from '#domain/crm/crm-search.ts';
import {
  customerName,
  enquiryNumber,
  formatPeriod,
  formatReceived,
  itemSummary,
} from '#domain/crm/enquiry.ts';
import { formatMoment, rentalDays } from '#domain/dates.ts';
import { formatTotal } from '#domain/money.ts';
import type { Column } from '#ui/data-table.tsx';
import { RecordLink } from '../crm/record-link.tsx';
import { StatusBadge } from '../crm/status-badge.tsx';

/** The columns of the list of enquiries. `search` is where the links of its rows start from. */
export function enquiryColumns(search: CrmSearch): Column<Enquiry>[] {
  return [
    {
      key: 'number',
      header: 'Number',
      sort: 'number',
      width: '7rem',
      cell: (enquiry) => (
        <RecordLink
          number={enquiryNumber(enquiry)}
          search={search}
          className="font-medium tabular-nums hover:underline"
        >
          {enquiryNumber(enquiry)}
        </RecordLink>
      ),
    },
    {
      key: 'received',
      header: 'Received',
      sort: '-created',
      width: '9.5rem',
      cell: (enquiry) => (
        <time
          dateTime={enquiry.created_at}
          title={formatMoment(enquiry.created_at)}
          className="text-ink-quiet tabular-nums"
        >
          {formatReceived(enquiry.created_at)}
        </time>
      ),
    },
    {
      key: 'customer',
      header: 'Customer',
      sort: 'name',
      width: '11rem',
      cell: (enquiry) => customerName(enquiry.customers),
    },
    {
      key: 'items',
      header: 'Items',
      cell: (enquiry) => (
        <span title={itemSummary(enquiry.items)}>{itemSummary(enquiry.items) || '–'}</span>
      ),
    },
    {
      key: 'dates',
      header: 'Dates',
      sort: 'rental_from',
      width: '11rem',
      cell: (enquiry) => (
        <span className="tabular-nums">{formatPeriod(enquiry.rental_from, enquiry.rental_to)}</span>
      ),
    },
    {
      key: 'days',
      header: 'Days',
      sort: '-days',
      width: '4rem',
      align: 'end',
      cell: (enquiry) => rentalDays(enquiry.rental_from, enquiry.rental_to),
    },
    {
      key: 'total',
      header: 'Total excl. GST',
      sort: '-total',
      width: '9rem',
      align: 'end',
      cell: (enquiry) => formatTotal(enquiry.total_price),
    },
    {
      key: 'status',
      header: 'Status',
      sort: 'status',
      width: '8rem',
      cell: (enquiry) => <StatusBadge kind="enquiry" status={enquiry.status} />,
    },
  ];
}
