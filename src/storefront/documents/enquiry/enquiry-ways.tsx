import type { ReactNode } from 'react';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';
import type { Site } from '#domain/settings/site.ts';

/** Ways to reach the studio about an enquiry: phone, WhatsApp and e-mail. */
export function EnquiryWays({ site, number }: { site: Site; number: string }) {
  const { name, short_name, phone, whatsapp, email } = site.studio;
  const text = `Hi ${name}! I am writing about my enquiry ${number}.`;
  const subject = `Enquiry ${number}`;
  return (
    <section aria-labelledby="contact-title">
      <h2 id="contact-title" className="font-display text-2xl">
        {`Talk to ${short_name}`}
      </h2>
      <ul className="mt-3 border-t border-rule">
        <Way href={`tel:${phone}`} label="Call">
          {formatMobile(phone)}
        </Way>
        <Way href={whatsAppLink(whatsapp, text)} label="WhatsApp">
          Write about {number}
        </Way>
        <Way href={`mailto:${email}?subject=${encodeURIComponent(subject)}`} label="E-mail">
          {email}
        </Way>
      </ul>
    </section>
  );
}

function Way({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  const isOutside = href.startsWith('https:');
  return (
    <li className="border-b border-rule">
      <a
        href={href}
        {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
        className="flex min-h-12 items-center justify-between gap-4 text-sm"
      >
        <span className="shrink-0 text-ink-quiet">{label}</span>
        <span className="min-w-0 break-words text-teal tabular-nums hover:text-teal-deep hover:underline">
          {children}
        </span>
      </a>
    </li>
  );
}
