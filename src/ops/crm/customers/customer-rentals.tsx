import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import type { CrmTab } from '#domain/crm/crm-search.ts';
import { enquiryNumber, formatRentalDates, formatReceived } from '#domain/crm/crm-text.ts';
import { orderNumber } from '#domain/crm/rental.ts';
import type { StudioDate } from '#domain/days.ts';
import { formatTotal } from '#domain/money.ts';
import { PaymentBadge } from '../shared/payment-badge.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { EmptyText } from '../../kit/empty-text.tsx';
import { CustomerSection } from './customer-section.tsx';

/** All enquiries of a customer, newest first; converted ones name their order. */
export function CustomerEnquiries({ customer }: { customer: CustomerRecord }) {
  return (
    <CustomerSection title="Enquiries" count={customer.enquiries_total}>
      {customer.enquiries.length === 0 && <EmptyText>No enquiries.</EmptyText>}
      <ul className="divide-y divide-rule">
        {customer.enquiries.map((enquiry) => (
          <Rental key={enquiry.id} tab="enquiries" number={enquiryNumber(enquiry)} rental={enquiry}>
            <StatusBadge kind="enquiry" status={enquiry.status} />
            {enquiry.order && (
              <span className="text-xs text-ink-quiet">{enquiry.order.order_number}</span>
            )}
          </Rental>
        ))}
      </ul>
    </CustomerSection>
  );
}

/** All orders of a customer, newest first. */
export function CustomerOrders({ customer }: { customer: CustomerRecord }) {
  return (
    <CustomerSection title="Orders" count={customer.orders_total}>
      {customer.orders.length === 0 && <EmptyText>No orders.</EmptyText>}
      <ul className="divide-y divide-rule">
        {customer.orders.map((order) => (
          <Rental key={order.id} tab="orders" number={orderNumber(order)} rental={order}>
            <StatusBadge kind="order" status={order.status} />
            <PaymentBadge order={order} />
          </Rental>
        ))}
      </ul>
    </CustomerSection>
  );
}

interface RentalProps {
  tab: CrmTab;
  number: string;
  rental: {
    created_at: string;
    rental_from: StudioDate | null;
    rental_to: StudioDate | null;
    total_price: number;
    item_count: number;
  };
  /** Status badges. */
  children: ReactNode;
}

function Rental({ tab, number, rental, children }: RentalProps) {
  const { rental_from: from, rental_to: to, item_count: items } = rental;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
      <span className="w-24 font-medium tabular-nums">
        <Link
          to="/ops/crm"
          search={{ tab, open: number }}
          preload={false}
          className="inline-flex min-h-11 items-center text-teal hover:underline sm:min-h-6"
        >
          {number}
        </Link>
      </span>
      <span className="w-36 text-ink-quiet tabular-nums">{formatReceived(rental.created_at)}</span>
      <span className="w-40 tabular-nums">{formatRentalDates(from, to)}</span>
      <span className="w-16 text-ink-quiet tabular-nums">
        {items} {items === 1 ? 'item' : 'items'}
      </span>
      <span className="flex items-center gap-2">{children}</span>
      <span className="ml-auto text-right tabular-nums">
        {formatTotal(rental.total_price)} <span className="text-xs text-ink-quiet">excl. GST</span>
      </span>
    </li>
  );
}
