import type { Enquiry } from '#data/enquiries.ts';
import { customerName, typedDifferently } from '#domain/crm/enquiry.ts';
import { WaysToReach } from '../crm/ways-to-reach.tsx';

/** Who sent the enquiry, with a tap to call, to mail and to write on WhatsApp. */
export function EnquiryCustomerFacts({ enquiry }: { enquiry: Enquiry }) {
  const customer = enquiry.customers;
  const typed = typedDifferently(enquiry, customer);
  return (
    <div className="text-sm">
      <p className="font-medium">{customerName(customer)}</p>
      {customer && <WaysToReach mobile={customer.mobile} email={customer.email} />}
      {(typed.name ?? typed.email) && (
        <p className="mt-2 text-xs break-words text-ink-quiet">
          Typed this time: {[typed.name, typed.email].filter(Boolean).join(', ')}
        </p>
      )}
    </div>
  );
}
