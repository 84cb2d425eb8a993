import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Lead } from '#data/crm/customer-answers.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { Badge } from '#ui/badge.tsx';

/** A link to the customer's page. */
export function LeadLink({
  number,
  className,
  children,
}: {
  number: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="/ops/customers/$number"
      params={{ number }}
      preload={false}
      data-row-link
      className={className}
    >
      {children}
    </Link>
  );
}

/** Number of unhandled contact messages; renders nothing for none. */
export function MessagesBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="amber" className="shrink-0">
      {count === 1 ? '1 message' : `${count} messages`}
    </Badge>
  );
}

const NOUNS = {
  enquiries: ['enquiry', 'enquiries'],
  orders: ['order', 'orders'],
} as const;

export interface CountLinkProps {
  tab: keyof typeof NOUNS;
  lead: Lead;
  /** Shows the noun beside the count. */
  spelled?: boolean;
}

/** Number of open enquiries, unless all of the lead's enquiries are open. */
export function OpenEnquiries({ lead }: { lead: Lead }) {
  if (lead.open_enquiries === lead.enquiries) return null;
  return <span className="text-xs text-ink-quiet">{lead.open_enquiries} open</span>;
}

/** A lead's number of enquiries or orders, linked to that tab filtered to this customer. */
export function CountLink({ tab, lead, spelled = false }: CountLinkProps) {
  const count = lead[tab];
  const noun = NOUNS[tab][count === 1 ? 0 : 1];
  const text = spelled ? `${count} ${noun}` : count;
  if (count === 0) return <span className="text-ink-quiet">{text}</span>;
  return (
    <Link
      to="/ops/crm"
      search={{ tab, customer: lead.id }}
      preload={false}
      aria-label={`${count} ${noun} of ${customerName(lead)}`}
      className="-mx-2 rounded-sm px-2 py-1 font-medium text-teal underline-offset-4 hover:bg-teal-pale hover:underline max-lg:inline-flex max-lg:min-h-11 max-lg:items-center"
    >
      {text}
    </Link>
  );
}
