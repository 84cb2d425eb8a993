import { PROMISED_HOURS } from '#config/policy';
import type { ReactNode } from 'react';
import type { LinkedDocument } from '#data/documents/linked-document-answers.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatTotal } from '#domain/money.ts';

const TONES = {
  plain: 'border-rule-strong bg-paper-deep',
  done: 'border-green bg-green-pale',
  warning: 'border-amber bg-amber-pale',
  problem: 'border-red bg-red-pale',
} as const;

interface PageNoticeProps {
  tone?: keyof typeof TONES;
  role?: 'status' | 'alert';
  children: ReactNode;
}

/** A short message across the page. */
export function PageNotice({ tone = 'plain', role = 'status', children }: PageNoticeProps) {
  return (
    <div role={role} className={`mb-6 border-l-3 px-4 py-3 text-sm ${TONES[tone]}`}>
      {children}
    </div>
  );
}

interface StateNoticeProps {
  linked: LinkedDocument;
  studio: string;
  /** The customer has just told of a payment. */
  toldPayment: boolean;
}

/** Fate of a document: preview, newer revision, the answer, expired, changed, paid. */
export function StateNotice({ linked, studio, toldPayment }: StateNoticeProps) {
  const { state, answer, newer, preview, paid, document, order, short } = linked;
  const when = answer ? formatMoment(answer.at) : '';
  const wishes = answer?.changes ?? [];
  const textOf = (position: number) =>
    document.lines.find((line) => line.position === position)?.text ?? `Line ${position}`;
  const hasWishes = Boolean(answer?.note) || wishes.length > 0;
  const typed = (
    <ul className="mt-1 list-disc pl-5">
      {wishes.map(({ position, text }) => (
        <li key={position} className="break-words">{`${textOf(position)}: ${text}`}</li>
      ))}
      {answer?.note && <li className="break-words whitespace-pre-line">{answer.note}</li>}
    </ul>
  );
  return (
    <>
      {preview && (
        <PageNotice tone="warning">
          {document.number === null ? 'Preview of a draft. ' : 'Preview. '}
          This is the customer’s page; the forms are off.
        </PageNotice>
      )}
      {toldPayment && (
        <PageNotice tone="done">
          Thank you. {studio} compares it with the bank account and then confirms it here.
        </PageNotice>
      )}
      {newer && state !== 'accepted' && (
        <PageNotice>
          {`This is revision ${document.revision}. It replaces the quote that we sent you before.`}
        </PageNotice>
      )}
      {state === 'accepted' && (
        <PageNotice tone="done">
          <strong className="font-medium">
            {`Accepted on ${when}${answer?.name ? ` by ${answer.name}` : ''}.`}
          </strong>{' '}
          {order ? `Your order is ${order}.` : `${studio} will confirm your order.`}
          {hasWishes && (
            <>
              <p className="mt-1">What you wrote with it, which the quote does not promise:</p>
              {typed}
            </>
          )}
        </PageNotice>
      )}
      {short.length > 0 && (
        <PageNotice tone="warning">
          <p>{`No longer free on your days: ${short.map(textOf).join(', ')}.`}</p>
          <p className="mt-1">
            {state === 'accepted'
              ? `Your acceptance is saved. ${studio} calls you within ${PROMISED_HOURS} hours with a replacement or other days. You pay nothing for what you do not get.`
              : `If you accept, ${studio} calls you within ${PROMISED_HOURS} hours with a replacement or other days, and you pay nothing for what you do not get. You can also ask for a change below.`}
          </p>
        </PageNotice>
      )}
      {state === 'declined' && (
        <PageNotice>
          {`Declined on ${when}. You can still accept it${document.valid_until ? ` until ${formatDate(document.valid_until)}` : ''}.`}
          {hasWishes && typed}
        </PageNotice>
      )}
      {state === 'expired' && (
        <PageNotice tone="warning">
          {`This quote can no longer be accepted. Ask for a change below, or call ${studio} for a new one.`}
        </PageNotice>
      )}
      {state === 'changed' && (
        <PageNotice tone="warning">
          {`Your order${order ? ` ${order}` : ''} has changed since this quote, so it can no longer be accepted. Ask for a change below, or call ${studio} for a new one.`}
        </PageNotice>
      )}
      {state === 'superseded' && (
        <PageNotice tone="warning">
          {`A newer revision replaces this quote. Open it from our last message, or call ${studio}.`}
        </PageNotice>
      )}
      {answer?.answer === 'change' && state !== 'accepted' && (
        <PageNotice>
          <p>{`You asked for changes on ${when}. ${studio} will answer with a new quote.`}</p>
          {hasWishes && typed}
        </PageNotice>
      )}
      {state === 'invoice' && paid && paid.due <= 0 && (
        <PageNotice tone="done">
          {paid.due < 0 && `We owe you ${formatTotal(-paid.due)}.`}
          {paid.due === 0 && (paid.received > 0 ? 'Paid in full. Thank you.' : 'Nothing is due.')}
        </PageNotice>
      )}
    </>
  );
}
