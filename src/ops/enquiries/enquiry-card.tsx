import type { Enquiry } from '#data/enquiries.ts';
import type { CrmSearch } from '#domain/crm/crm-search.ts';
import {
  customerName,
  enquiryNumber,
  formatPeriod,
  formatReceived,
  itemSummary,
} from '#domain/crm/enquiry.ts';
import { rentalDays } from '#domain/dates.ts';
import { formatTotal } from '#domain/money.ts';
import { RecordLink } from '../crm/record-link.tsx';
import { StatusBadge } from '../crm/status-badge.tsx';

/** An enquiry on a narrow screen: who, what, when, how much; all of it one link. */
export function EnquiryCard({ enquiry, search }: { enquiry: Enquiry; search: CrmSearch }) {
  const days = rentalDays(enquiry.rental_from, enquiry.rental_to);
  return (
    <RecordLink
      number={enquiryNumber(enquiry)}
      search={search}
      className="-mx-2 block rounded-md px-2 py-3.5 text-sm hover:bg-paper-deep"
    >
      <span className="flex items-center justify-between gap-3">
        <span className="truncate text-base font-medium">{customerName(enquiry.customers)}</span>
        <StatusBadge kind="enquiry" status={enquiry.status} />
      </span>
      <span className="mt-0.5 line-clamp-2">{itemSummary(enquiry.items) || '–'}</span>
      <span className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-ink-quiet tabular-nums">
        <span>
          {formatPeriod(enquiry.rental_from, enquiry.rental_to)} · {days}{' '}
          {days === 1 ? 'day' : 'days'}
        </span>
        <span className="ml-auto text-ink">
          {formatTotal(enquiry.total_price)}{' '}
          <span className="text-xs text-ink-quiet">excl. GST</span>
        </span>
      </span>
      <span className="mt-0.5 flex justify-between gap-3 text-xs text-ink-quiet tabular-nums">
        <span>{enquiryNumber(enquiry)}</span>
        <time dateTime={enquiry.created_at}>{formatReceived(enquiry.created_at)}</time>
      </span>
    </RecordLink>
  );
}
