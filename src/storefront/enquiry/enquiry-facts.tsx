import type { ReactNode } from 'react';
import { PROMISED_HOURS } from '#config/policy';
import { formatMoment, formatPeriod } from '#domain/dates.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { promisedBy } from '#domain/enquiry/promise.ts';
import { formatTotal } from '#domain/money.ts';

/** The facts that confirm an enquiry: its number, dates and total, and by when the studio answers. */
export function EnquiryFacts({ answer }: { answer: EnquiryAnswer }) {
  const { enquiry_number, rental_from, rental_to, total_price, payable, sent_at } = answer;
  return (
    <dl className="grid max-w-prose grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-y border-rule py-4 text-left tabular-nums cramped:grid-cols-1">
      <Fact label="Enquiry">
        <strong className="font-medium">{enquiry_number}</strong>
      </Fact>
      <Fact label="Dates">{formatPeriod(rental_from, rental_to)}</Fact>
      <Fact label="Total">
        {formatTotal(total_price)} <span className="text-sm text-ink-quiet">excl. GST</span>
      </Fact>
      {payable !== undefined && payable !== total_price && (
        <Fact label="To pay">
          <strong className="font-medium">{formatTotal(payable)}</strong>{' '}
          <span className="text-sm text-ink-quiet">incl. GST</span>
        </Fact>
      )}
      {sent_at !== undefined && (
        <Fact label="Our answer">by {formatMoment(promisedBy(sent_at, PROMISED_HOURS))}</Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
