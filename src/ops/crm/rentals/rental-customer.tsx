import { Link } from '@tanstack/react-router';
import { useSite } from '#data/settings/use-site.ts';
import { customerName, typedDifferently } from '#domain/crm/crm-text.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { rentalMessage } from '#domain/messages/record-texts.ts';
import { ContactActions } from '../shared/contact-actions.tsx';

/**
 * The customer of an enquiry or order: link to the customer page, and contact actions.
 * @param props.about `enquiry ENQ-00042`
 */
export function RentalCustomerFacts({ rental, about }: { rental: Rental; about: string }) {
  const { customer } = rental;
  const { studio } = useSite();
  const typed = typedDifferently(rental, customer);
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to="/ops/customers/$number"
          params={{ number: customer.customer_number }}
          preload={false}
          className="inline-flex min-h-11 min-w-0 items-center font-medium wrap-anywhere text-teal hover:underline sm:min-h-6"
        >
          {customerName(customer)}
        </Link>
        <span className="text-xs text-ink-quiet tabular-nums">{customer.customer_number}</span>
      </p>
      {customer.erased_at && <p className="text-ink-quiet">Their personal data was erased.</p>}
      {customer.mobile && (
        <ContactActions
          mobile={customer.mobile}
          email={customer.email}
          text={rentalMessage(studio.name, rental, about)}
        />
      )}
      {(typed.name ?? typed.email) && (
        <p className="mt-2 text-xs break-words text-ink-quiet">
          Typed this time: {[typed.name, typed.email].filter(Boolean).join(', ')}
        </p>
      )}
    </div>
  );
}
