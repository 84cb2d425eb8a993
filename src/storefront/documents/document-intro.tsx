import type { ReactNode } from 'react';
import type { LinkedDocument } from '#data/documents/linked-document-answers.ts';
import { formatDate } from '#domain/dates.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import { formatTotal } from '#domain/money.ts';
import { PAYMENT_METHODS } from '#domain/money/payment.ts';
import { documentName, rentalText } from './linked-text.ts';

interface DocumentIntroProps {
  linked: LinkedDocument;
  /** Address of the PDF; null for none. */
  pdf: string | null;
}

/** The top of the page: what it is and for whom, its dates, and the total. */
export function DocumentIntro({ linked, pdf }: DocumentIntroProps) {
  const { document, state, paid } = linked;
  const { sums, revision, customer, title, corrects } = document;
  const name = customer.name || customer.legal_name;
  const rental = rentalText(document);
  const tax = sums.cgst + sums.sgst + sums.igst;
  const isBilled = !DOCUMENT_FACTS[document.kind].isOffer || state === 'accepted';
  const toPay = isBilled && paid && paid.received > 0 && paid.due > 0 ? paid.due : null;
  return (
    <header className="grid gap-x-16 gap-y-8 pt-10 pb-8 sm:pt-14 md:grid-cols-[minmax(0,1fr)_max-content] print:grid-cols-[minmax(0,1fr)_auto] print:pt-4 print:pb-4">
      <div>
        <p className="text-sm text-ink-quiet tabular-nums">
          {documentName(document)}
          {revision > 1 && ` · Revision ${revision}`}
        </p>
        <h1 className="mt-1 font-display text-3xl text-balance">
          {name ? `${title} for ${name}` : title}
        </h1>
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 text-sm">
          {rental && <Fact label="Rental">{rental}</Fact>}
          {document.date && <Fact label="Date">{formatDate(document.date)}</Fact>}
          {document.valid_until && (
            <Fact label={state === 'expired' ? 'Expired on' : 'Valid until'}>
              {formatDate(document.valid_until)}
            </Fact>
          )}
          {document.order && <Fact label="Order">{document.order.number}</Fact>}
          {document.enquiry && !document.order && (
            <Fact label="Enquiry">{document.enquiry.number}</Fact>
          )}
          {corrects && (
            <Fact label="Corrects">{`${corrects.number} of ${formatDate(corrects.date)}`}</Fact>
          )}
          {document.payment && (
            <Fact label="Payment">
              {[methodText(document.payment.method), document.payment.reference]
                .filter(Boolean)
                .join(', ')}
            </Fact>
          )}
        </dl>
      </div>
      <div className="md:text-right print:text-right">
        <p className="text-sm text-ink-quiet">{toPay === null ? 'Total' : 'Still to pay'}</p>
        <p className="text-4xl font-medium tracking-tight tabular-nums md:whitespace-nowrap">
          {formatTotal(toPay ?? sums.total)}
        </p>
        <p className="mt-1 text-sm text-ink-quiet tabular-nums">
          {toPay === null
            ? tax > 0 && `with ${formatTotal(tax)} GST`
            : `of ${formatTotal(sums.total)}`}
        </p>
        {pdf && (
          <a
            href={pdf}
            className="mt-1 inline-flex min-h-11 items-center text-sm font-medium text-teal hover:text-teal-deep hover:underline print:hidden"
          >
            Download as PDF
          </a>
        )}
      </div>
    </header>
  );
}

const methodText = (method: string) =>
  Object.entries(PAYMENT_METHODS).find(([known]) => known === method)?.[1] ?? method;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-quiet">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
