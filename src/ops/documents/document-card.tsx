import { formatDate } from '#domain/dates.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRow } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { formatTotal } from '#domain/money.ts';
import { DocumentPageLink } from './document-link.tsx';
import { DocumentStatus } from './document-status.tsx';

export interface DocumentCardProps {
  document: DocumentRow;
  /** Name of its customer, where it is not known from the page. */
  customer?: string | null;
}

/** A document on a narrow screen and in the drawer of its order; the whole card is a link. */
export function DocumentCard({ document, customer }: DocumentCardProps) {
  const { id, kind, number, date, valid_until, total } = document;
  const { name, isOffer } = DOCUMENT_FACTS[kind];
  const facts = [
    number !== null && name,
    date !== null && formatDate(date),
    isOffer && valid_until !== null && `valid until ${formatDate(valid_until)}`,
    customer,
  ];
  return (
    <DocumentPageLink
      id={id}
      className="-mx-2 block rounded-md px-2 py-3 text-sm hover:bg-paper-deep"
    >
      <span className="flex items-center justify-between gap-3 cramped:flex-wrap">
        <span className="min-w-0 font-medium break-words tabular-nums">
          {documentTitle(document)}
        </span>
        <span className="flex shrink-0 items-center gap-3">
          <DocumentStatus document={document} />
          <span className="tabular-nums">{formatTotal(total)}</span>
        </span>
      </span>
      <span className="mt-0.5 block text-xs text-ink-quiet tabular-nums empty:hidden">
        {facts.filter(Boolean).join(' · ')}
      </span>
    </DocumentPageLink>
  );
}
