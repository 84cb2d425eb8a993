import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Enquiry } from '#data/enquiries.ts';
import { customerName, typedDifferently } from '#domain/crm/enquiry.ts';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';

/** Who sent the enquiry, with a tap to call, to mail and to write on WhatsApp. */
export function EnquiryCustomerFacts({ enquiry }: { enquiry: Enquiry }) {
  const customer = enquiry.customers;
  const typed = typedDifferently(enquiry, customer);
  return (
    <div className="text-sm">
      <p className="font-medium">{customerName(customer)}</p>
      {customer && (
        <ul className="mt-1">
          <Way href={`tel:${customer.mobile}`} icon={<Phone aria-hidden size={16} />}>
            {formatMobile(customer.mobile)}
          </Way>
          <Way href={`mailto:${customer.email}`} icon={<Mail aria-hidden size={16} />}>
            {customer.email}
          </Way>
          <Way href={whatsAppLink(customer.mobile)} icon={<MessageCircle aria-hidden size={16} />}>
            WhatsApp
          </Way>
        </ul>
      )}
      {(typed.name ?? typed.email) && (
        <p className="mt-2 text-xs break-words text-ink-quiet">
          Typed this time: {[typed.name, typed.email].filter(Boolean).join(', ')}
        </p>
      )}
    </div>
  );
}

function Way({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  const outside = href.startsWith('https:');
  return (
    <li>
      <a
        href={href}
        {...(outside ? { target: '_blank', rel: 'noreferrer' } : {})}
        className="flex min-h-11 items-center gap-2.5 text-teal hover:underline sm:min-h-9"
      >
        <span className="shrink-0 text-ink-quiet">{icon}</span>
        <span className="min-w-0 break-words">{children}</span>
      </a>
    </li>
  );
}
