import type { Lead } from '#data/crm/customer-answers.ts';
import { customerName, formatReceived } from '#domain/crm/crm-text.ts';
import { formatMobile } from '#domain/phone.ts';
import { AssigneeSelect } from '../shared/assignee-select.tsx';
import { CountLink, LeadLink, MessagesBadge, OpenEnquiries } from './lead-parts.tsx';

/** A lead on a narrow screen: name, mobile, open enquiries, orders and assignee. */
export function LeadCard({ lead }: { lead: Lead }) {
  return (
    <div className="py-3 text-sm">
      <LeadLink
        number={lead.customer_number}
        className="-mx-2 block rounded-md px-2 py-1.5 hover:bg-paper-deep"
      >
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 text-base font-medium wrap-anywhere">{customerName(lead)}</span>
          <MessagesBadge count={lead.unhandled_messages} />
        </span>
        <span className="mt-0.5 flex justify-between gap-3 text-xs text-ink-quiet tabular-nums">
          <span>{lead.customer_number}</span>
          <span>{formatReceived(lead.created_at)}</span>
        </span>
      </LeadLink>
      <div className="flex flex-wrap items-center gap-x-4">
        <a
          href={`tel:${lead.mobile}`}
          className="inline-flex min-h-11 items-center text-teal tabular-nums hover:underline"
        >
          {formatMobile(lead.mobile)}
        </a>
        <span className="inline-flex items-center gap-2">
          <CountLink tab="enquiries" lead={lead} spelled />
          <OpenEnquiries lead={lead} />
        </span>
        <CountLink tab="orders" lead={lead} spelled />
      </div>
      <AssigneeSelect lead={lead} look="field" />
    </div>
  );
}
