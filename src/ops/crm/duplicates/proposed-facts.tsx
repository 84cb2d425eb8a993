import { Link } from '@tanstack/react-router';
import { customerName } from '#domain/crm/crm-text.ts';
import { recordsText, type ProposedCustomer } from '#domain/crm/likely-duplicate.ts';
import { formatMobile } from '#domain/phone.ts';

/** Name with a link to the page, number, mobile, e-mail and records of a customer who may be there twice. */
export function ProposedFacts({ customer }: { customer: ProposedCustomer }) {
  const { customer_number: number, mobile, email } = customer;
  return (
    <div className="min-w-0 tabular-nums">
      <p>
        <Link
          to="/ops/customers/$number"
          params={{ number }}
          preload={false}
          className="font-medium wrap-anywhere text-teal underline underline-offset-2 hover:text-teal-deep max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
        >
          {customerName(customer)}
        </Link>{' '}
        <span className="text-xs whitespace-nowrap text-ink-quiet">{number}</span>
      </p>
      <p className="wrap-anywhere">
        {formatMobile(mobile)}
        {email && ` · ${email}`}
      </p>
      <p className="text-xs text-ink-quiet">{recordsText(customer)}</p>
    </div>
  );
}
