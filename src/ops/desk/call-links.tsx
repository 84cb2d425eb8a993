import { MessageCircle, Phone } from 'lucide-react';
import type { DeskCustomer } from '#domain/desk/pick-list.ts';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';
import { buttonClass } from '#ui/button.tsx';

const link = `${buttonClass({ variant: 'secondary', iconOnly: true })} size-12 print:hidden`;

/** Calls a customer or opens WhatsApp, in one press each; on paper their number. Nothing for an erased customer. */
export function CallLinks({ customer }: { customer: DeskCustomer }) {
  const { mobile, name } = customer;
  if (mobile === null) return null;
  const whom = name ?? 'the customer';
  return (
    <div className="flex shrink-0 gap-2">
      <span className="hidden whitespace-nowrap tabular-nums print:inline">
        {formatMobile(mobile)}
      </span>
      <a href={`tel:${mobile}`} aria-label={`Call ${whom}`} title="Call" className={link}>
        <Phone aria-hidden size={18} />
      </a>
      <a
        href={whatsAppLink(mobile)}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp ${whom}`}
        title="WhatsApp"
        className={link}
      >
        <MessageCircle aria-hidden size={18} />
      </a>
    </div>
  );
}
