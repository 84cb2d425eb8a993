import type { Lead } from '#data/crm/customer-answers.ts';
import { formatStamp } from '#domain/dates.ts';
import type { CsvColumn } from '../../kit/export/csv-file.ts';
import { staffName } from '../../kit/staff-roles.ts';

/** Columns of the CSV of leads; times in the studio's time zone. */
export const CSV_COLUMNS: readonly CsvColumn<Lead>[] = [
  { header: 'Customer number', cell: (lead) => lead.customer_number },
  { header: 'Since', cell: (lead) => formatStamp(lead.created_at) },
  { header: 'First name', cell: (lead) => lead.first_name },
  { header: 'Last name', cell: (lead) => lead.last_name },
  { header: 'Mobile', cell: (lead) => lead.mobile },
  { header: 'E-mail', cell: (lead) => lead.email },
  {
    header: 'Assigned to',
    cell: ({ assigned_to: id, assigned_name: display_name }) =>
      id === null ? '' : staffName({ id, display_name }),
  },
  { header: 'Enquiries', cell: (lead) => lead.enquiries },
  { header: 'Open enquiries', cell: (lead) => lead.open_enquiries },
  { header: 'Orders', cell: (lead) => lead.orders },
  { header: 'Messages', cell: (lead) => lead.messages },
  { header: 'Messages to answer', cell: (lead) => lead.unhandled_messages },
];
