import type { ReactNode } from 'react';
import type { Enquiry } from '#data/enquiries.ts';
import { formatPeriod } from '#domain/crm/enquiry.ts';
import { formatMoment, rentalDays } from '#domain/dates.ts';
import { formatTotal } from '#domain/money.ts';
import { EnquiryCustomerFacts } from './enquiry-customer-facts.tsx';
import { EnquiryItems } from './enquiry-items.tsx';

/** Everything that an enquiry says: dates, items, message, and who sent it. */
export function EnquiryDetail({ enquiry }: { enquiry: Enquiry }) {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 space-y-8">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          <Fact label="Received">{formatMoment(enquiry.created_at)}</Fact>
          <Fact label="Rental dates">{formatPeriod(enquiry.rental_from, enquiry.rental_to)}</Fact>
          <Fact label="Rental days">{rentalDays(enquiry.rental_from, enquiry.rental_to)}</Fact>
          <Fact label="Total excl. GST">{formatTotal(enquiry.total_price)}</Fact>
        </dl>
        <Section title="Items">
          <EnquiryItems items={enquiry.items} total={enquiry.total_price} />
        </Section>
      </div>
      <div className="min-w-0 space-y-8">
        <Section title="Customer">
          <EnquiryCustomerFacts enquiry={enquiry} />
        </Section>
        <Section title="Message">
          {enquiry.message ? (
            <p className="text-sm break-words whitespace-pre-line">{enquiry.message}</p>
          ) : (
            <p className="text-sm text-ink-quiet">No message.</p>
          )}
        </Section>
      </div>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-quiet">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}
