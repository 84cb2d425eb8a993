import { Link } from '@tanstack/react-router';
import { formatDate } from '#domain/dates.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { ListedDocument } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { formatTotal } from '#domain/money.ts';
import type { Column } from '#ui/data-table.tsx';
import { DocumentPageLink } from './document-link.tsx';
import { DocumentStatus } from './document-status.tsx';

/** Columns of the list of documents. */
export const DOCUMENT_COLUMNS: readonly Column<ListedDocument>[] = [
  {
    key: 'number',
    header: 'Number',
    width: '13rem',
    cell: (row) => <DocumentPageLink id={row.id}>{documentTitle(row)}</DocumentPageLink>,
  },
  { key: 'kind', header: 'Kind', width: '9rem', cell: ({ kind }) => DOCUMENT_FACTS[kind].name },
  {
    key: 'date',
    header: 'Date',
    width: '8rem',
    cell: ({ date }) => (
      <span className="tabular-nums">{date === null ? '–' : formatDate(date)}</span>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => customer.name ?? customer.number,
  },
  { key: 'of', header: 'Of', width: '8rem', cell: (row) => <RentalLink document={row} /> },
  {
    key: 'status',
    header: 'Status',
    width: '9rem',
    cell: (row) => <DocumentStatus document={row} />,
  },
  {
    key: 'total',
    header: 'Total',
    width: '9rem',
    align: 'end',
    cell: ({ total }) => formatTotal(total),
  },
];

/** Link to the order or enquiry of a document. */
export function RentalLink({ document }: { document: Pick<ListedDocument, 'order' | 'enquiry'> }) {
  const { order, enquiry } = document;
  const number = order ?? enquiry;
  if (number === null) return null;
  return (
    <Link
      to="/ops/crm"
      search={{ tab: order === null ? 'enquiries' : 'orders', open: number }}
      preload={false}
      className="text-teal tabular-nums hover:underline"
    >
      {number}
    </Link>
  );
}
