import type { Lead } from '#data/crm/customer-answers.ts';
import { customerName, formatReceived } from '#domain/crm/crm-text.ts';
import { formatMobile } from '#domain/phone.ts';
import { formatMoment } from '#domain/dates.ts';
import type { Column } from '#ui/data-table.tsx';
import { AssigneeSelect } from '../shared/assignee-select.tsx';
import { CountLink, LeadLink, MessagesBadge, OpenEnquiries } from './lead-parts.tsx';

/** The columns of the list of leads. */
export const leadColumns: readonly Column<Lead>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '13.5rem',
    sort: 'name',
    cell: (lead) => (
      <span className="flex items-center gap-2">
        <LeadLink number={lead.customer_number} className="truncate font-medium hover:underline">
          {customerName(lead)}
        </LeadLink>
        <MessagesBadge count={lead.unhandled_messages} />
      </span>
    ),
  },
  {
    key: 'number',
    header: 'Number',
    width: '7.25rem',
    sort: 'number',
    cell: (lead) => <span className="text-ink-quiet tabular-nums">{lead.customer_number}</span>,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: '9.5rem',
    sort: 'mobile',
    cell: (lead) => (
      <a href={`tel:${lead.mobile}`} className="tabular-nums hover:underline">
        {formatMobile(lead.mobile)}
      </a>
    ),
  },
  {
    key: 'email',
    header: 'E-mail',
    sort: 'email',
    cell: ({ email }) =>
      email === null ? (
        '–'
      ) : (
        <a href={`mailto:${email}`} title={email} className="hover:underline">
          {email}
        </a>
      ),
  },
  {
    key: 'enquiries',
    header: 'Enquiries',
    width: '7.5rem',
    align: 'end',
    sort: '-enquiries',
    cell: (lead) => (
      <span className="inline-flex items-baseline gap-3">
        <OpenEnquiries lead={lead} />
        <CountLink tab="enquiries" lead={lead} />
      </span>
    ),
  },
  {
    key: 'orders',
    header: 'Orders',
    width: '5.5rem',
    align: 'end',
    sort: '-orders',
    cell: (lead) => <CountLink tab="orders" lead={lead} />,
  },
  {
    key: 'assigned',
    header: 'Assigned to',
    width: '11rem',
    sort: 'assigned',
    cell: (lead) => <AssigneeSelect lead={lead} look="cell" />,
  },
  {
    key: 'since',
    header: 'Since',
    width: '10rem',
    sort: '-created',
    cell: (lead) => (
      <time
        dateTime={lead.created_at}
        title={formatMoment(lead.created_at)}
        className="text-ink-quiet tabular-nums"
      >
        {formatReceived(lead.created_at)}
      </time>
    ),
  },
];
