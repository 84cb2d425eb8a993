import { useState, type ReactNode } from 'react';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { answerText } from '#domain/documents/document-text.ts';
import { stateName } from '#domain/documents/gst-states.ts';
import { ZERO_RATED_TEXTS } from '#domain/documents/zero-rated.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { RecordMessages } from '../messages/record-messages.tsx';
import { CreditNoteButton } from './credit-note-button.tsx';
import { DiscardButton } from './discard-button.tsx';
import { DocumentHeading } from './document-heading.tsx';
import { DocumentLinks } from './document-links.tsx';
import { SumsList } from './document-sums.tsx';
import { FixedLines } from './fixed-lines.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { MissingFields } from './missing-fields.tsx';
import { PdfButton } from './pdf-button.tsx';
import { PreviewButton } from './preview-button.tsx';
import { QuoteActions } from './quote-actions.tsx';
import { SendByEmail } from './send-by-email.tsx';
import { SendButton } from './send-button.tsx';
import { ShortQuoteLines } from './short-quote-lines.tsx';
import { SourceNotice } from './source-notice.tsx';
import { UnprintableSigns } from './unprintable-signs.tsx';

const NO_PLACES: readonly number[] = [];

/** An issued document, or the draft of a credit note, whose lines follow from its invoice. */
export function FixedDocument({ document }: { document: DocumentRecord }) {
  const { kind, state, sums, answers, links, notes, reason, credited, missing } = document;
  const [issuing, setIssuing] = useState<DocumentRecord | null>(null);
  const { isOffer, billSign } = DOCUMENT_FACTS[kind];
  const isDraft = state === 'draft';
  return (
    <>
      <DocumentHeading document={document}>
        {isDraft && <DiscardButton document={document} />}
        {isOffer && <QuoteActions document={document} />}
        {billSign > 0 && <CreditNoteButton document={document} />}
        <PreviewButton document={document} />
        <PdfButton document={document} />
        {state === 'issued' && <SendByEmail document={document} />}
        {state === 'issued' && <SendButton document={document} />}
      </DocumentHeading>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-8">
          {isOffer && state === 'issued' && document.source_changed && (
            <SourceNotice document={document}>
              <p className="mt-1 text-ink-quiet">
                The customer still sees the lines below. Revise the quote to send the new ones.
              </p>
            </SourceNotice>
          )}
          {isOffer && state === 'issued' && <ShortQuoteLines document={document} />}
          {isDraft && <UnprintableSigns document={document} places={NO_PLACES} />}
          {answers.length > 0 && <Answers document={document} />}
          <FixedLines lines={document.lines} />
          {notes && (
            <Section title="Notes">
              <p className="text-sm break-words whitespace-pre-line">{notes}</p>
            </Section>
          )}
        </div>
        <div className="space-y-6">
          <div className="space-y-4 rounded-md border border-rule p-4">
            <SumsList sums={sums} />
            {credited > 0 && (
              <p className="flex justify-between text-sm tabular-nums">
                <span className="text-ink-quiet">Credited so far</span>
                <span>{formatTotal(credited)}</span>
              </p>
            )}
            {isDraft && <MissingFields missing={missing} places={NO_PLACES} />}
            {isDraft && (
              <Button wide onClick={() => setIssuing(document)}>
                Issue · {formatTotal(sums.total)}
              </Button>
            )}
          </div>
          <Facts document={document} />
          {reason && (
            <Section title="Reason">
              <p className="text-sm break-words">{reason}</p>
            </Section>
          )}
          <DocumentLinks links={links} />
          {state !== 'draft' && (
            <Section title="E-mails">
              <RecordMessages record={document.id} />
            </Section>
          )}
        </div>
      </div>
      <IssueDialog draft={issuing} places={NO_PLACES} onClose={() => setIssuing(null)} />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ document }: { document: DocumentRecord }) {
  const { customer, billing_profile: profile, place_of_supply: place, valid_until } = document;
  const facts: [label: string, text: string | null][] = [
    ['Billed to', profile?.legal_name ?? customer.name ?? customer.number],
    ['GSTIN', profile?.gstin ?? null],
    ['Address', profile?.address ?? null],
    ['Place of supply', stateName(place)],
    ['Supply', document.zero_rated && ZERO_RATED_TEXTS[document.zero_rated]],
    ['Valid until', valid_until === null ? null : formatDate(valid_until)],
  ];
  return (
    <dl className="space-y-3 text-sm">
      {facts
        .filter(([, text]) => text !== null && text !== '')
        .map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-ink-quiet">{label}</dt>
            <dd className="break-words whitespace-pre-line">{text}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The customer's answers, newest first, with the wishes for single lines. */
function Answers({ document }: { document: DocumentRecord }) {
  const lineOf = (position: number) =>
    document.lines.find((line) => line.position === position)?.text ?? `Line ${position}`;
  return (
    <Section title="Answers">
      <ul className="border-t border-rule text-sm">
        {document.answers.map((answer) => (
          <li key={answer.created_at} className="border-b border-rule py-2">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{answerText(answer)}</span>
              <time dateTime={answer.created_at} className="text-ink-quiet tabular-nums">
                {formatMoment(answer.created_at)}
              </time>
            </p>
            {answer.note && <p className="mt-0.5 break-words whitespace-pre-line">{answer.note}</p>}
            {answer.changes.map(({ position, text }) => (
              <p key={position} className="mt-0.5 break-words">
                <span className="text-ink-quiet">{lineOf(position)}:</span> {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}
