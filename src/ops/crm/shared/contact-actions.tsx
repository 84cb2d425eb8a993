import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';

export interface ContactActionsProps {
  mobile: string;
  /** Callers may have given none. */
  email: string | null;
  /** The text that WhatsApp proposes. */
  text: string;
}

/** Links to call, e-mail and message a customer. */
export function ContactActions({ mobile, email, text }: ContactActionsProps) {
  return (
    <ul className="mt-1 text-sm">
      <Way href={`tel:${mobile}`} icon={<Phone aria-hidden size={16} />}>
        {formatMobile(mobile)}
      </Way>
      {email && (
        <Way href={`mailto:${email}`} icon={<Mail aria-hidden size={16} />}>
          {email}
        </Way>
      )}
      <Way href={whatsAppLink(mobile, text)} icon={<MessageCircle aria-hidden size={16} />}>
        WhatsApp
      </Way>
    </ul>
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
