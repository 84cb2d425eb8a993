import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { RentalLink } from './document-columns.tsx';
import { DocumentPageLink } from './document-link.tsx';
import { DocumentStatus } from './document-status.tsx';

export interface DocumentHeadingProps {
  document: DocumentRecord;
  /** Beside the title: whether it is saved. */
  mark?: ReactNode;
  /** Its actions. */
  children: ReactNode;
}

/** Title, state and actions of a document, and the records it belongs to. */
export function DocumentHeading({ document, mark, children }: DocumentHeadingProps) {
  const { kind, number, date, order, enquiry, corrects, corrected_by } = document;
  const answer = document.answers[0]?.answer ?? null;
  return (
    <header className="mb-5">
      <Link
        to="/ops/documents"
        search={{}}
        className="-ml-1 inline-flex min-h-9 items-center gap-1 text-sm text-ink-quiet hover:text-ink max-sm:min-h-11"
      >
        <ChevronLeft aria-hidden size={16} />
        Documents
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold">
          {number === null
            ? documentTitle(document)
            : `${DOCUMENT_FACTS[kind].name} ${documentTitle(document)}`}
        </h1>
        <DocumentStatus document={{ ...document, answer }} />
        {mark}
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{children}</div>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-quiet">
        {(order ?? enquiry) && (
          <span>
            Of{' '}
            <RentalLink
              document={{ order: order?.number ?? null, enquiry: enquiry?.number ?? null }}
            />
          </span>
        )}
        {date !== null && <span className="tabular-nums">{formatDate(date)}</span>}
        {document.issued_at !== null && (
          <span>
            issued {formatMoment(document.issued_at)}
            {document.issued_by_name !== null && ` by ${document.issued_by_name}`}
          </span>
        )}
        {corrects && (
          <span>
            Corrects <DocumentPageLink id={corrects.id}>{corrects.number}</DocumentPageLink>
          </span>
        )}
        {corrected_by.map(({ id, number: other }) => (
          <span key={id}>
            Credited by <DocumentPageLink id={id}>{other}</DocumentPageLink>
          </span>
        ))}
      </p>
    </header>
  );
}
