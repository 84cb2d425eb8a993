import type { ReactNode } from 'react';
import {
  customerName,
  formatRentalDates,
  formatReceived,
  itemsText,
} from '#domain/crm/crm-text.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { rentalDays } from '#domain/days.ts';
import { formatTotal } from '#domain/money.ts';
import { RecordLink } from './record-link.tsx';

export interface RentalCardProps {
  rental: Rental;
  number: string;
  /** Name of the owner; null for nobody. */
  owner: string | null;
  /** Status badges. */
  badges: ReactNode;
}

/** An enquiry or order on a narrow screen; the whole card is a link. */
export function RentalCard({ rental, number, owner, badges }: RentalCardProps) {
  const days = rentalDays(rental.rental_from, rental.rental_to);
  return (
    <RecordLink
      number={number}
      className="-mx-2 block rounded-md px-2 py-3.5 text-sm hover:bg-paper-deep"
    >
      <span className="flex items-center justify-between gap-3 cramped:flex-wrap">
        <span className="min-w-0 text-base font-medium wrap-anywhere">
          {customerName(rental.customer)}
        </span>
        <span className="flex max-w-full shrink-0 gap-1.5 cramped:flex-wrap">{badges}</span>
      </span>
      <span className="mt-0.5 line-clamp-2">{itemsText(rental.items) || '–'}</span>
      <span className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-ink-quiet tabular-nums">
        <span>
          {formatRentalDates(rental.rental_from, rental.rental_to)} · {days}{' '}
          {days === 1 ? 'day' : 'days'}
        </span>
        <span className="ml-auto text-ink">
          {formatTotal(rental.total_price)}{' '}
          <span className="text-xs text-ink-quiet">excl. GST</span>
        </span>
      </span>
      <span className="mt-0.5 flex justify-between gap-3 text-xs text-ink-quiet tabular-nums">
        <span className="min-w-0">
          {number}
          {owner !== null && ` · ${owner}`}
        </span>
        <time dateTime={rental.created_at}>{formatReceived(rental.created_at)}</time>
      </span>
    </RecordLink>
  );
}
