import { PROMISED_HOURS } from '#config/policy';
import type { LinkedEnquiry } from '#data/crm/linked-enquiry-answers.ts';
import { formatDay, formatMoment } from '#domain/dates.ts';
import { promisedBy } from '#domain/enquiry/promise.ts';
import { formatTotal } from '#domain/money.ts';
import { buttonClass } from '#ui/button.tsx';
import type { DocumentSite } from '../document-frame.tsx';
import { rentedDays } from '../linked-text.ts';
import { PageNotice } from '../state-notice.tsx';
import { ChangeForms, ConfirmWithdrawal, ReachedAt } from './change-forms.tsx';
import { EnquiryWays } from './enquiry-ways.tsx';
import { EnquiryItems } from './enquiry-items.tsx';
import { standingOf } from './enquiry-standing.ts';
import type { EnquiryDraft } from './posted-change.ts';

interface EnquiryPageProps extends Omit<DocumentSite, 'fonts'> {
  enquiry: LinkedEnquiry;
  /** Address that the forms are posted to. */
  address: string;
  /** Address of the quote's page; null where this link does not open it. */
  quoteAddress: string | null;
  draft: EnquiryDraft;
  /** It was sent just now, without JavaScript. */
  isSent: boolean;
  /** Opened to correct number or address. */
  isCorrecting: boolean;
  now: Date;
}

/** An enquiry as its customer follows, changes and withdraws it (docs/product/messages.md). */
export function EnquiryPage(props: EnquiryPageProps) {
  const { enquiry, site, backendOrigin, address, quoteAddress, draft, now } = props;
  const { isSent, isCorrecting } = props;
  const { number, state, quote, answer, held_until } = enquiry;
  const standing = standingOf(enquiry, now);
  const isOpen = (state === 'open' || state === 'quoted') && quote?.state !== 'accepted';
  const isReady = quote && !enquiry.order && isOpen && quote.state !== 'expired';
  return (
    <>
      {isSent && (
        <div className="pt-6">
          <PageNotice tone="done">
            <strong className="block font-medium">Enquiry submitted successfully!</strong>
            {`We'll get back to you soon with availability and pricing, by ${formatMoment(promisedBy(enquiry.created_at, PROMISED_HOURS))}.`}
          </PageNotice>
        </div>
      )}
      <header className="max-w-prose pt-10 pb-8 sm:pt-14">
        <p className="text-sm text-ink-quiet tabular-nums">
          {`Enquiry ${number} · sent on ${formatDay(enquiry.created_at)}`}
        </p>
        <h1 className="mt-1 font-display text-3xl text-balance">{standing.title}</h1>
        <p className="mt-3 text-lg text-pretty text-ink-quiet">{standing.text}</p>
        {isReady && held_until && (
          <p className="mt-1 text-ink-quiet">Held for you until {formatMoment(held_until)}.</p>
        )}
        {quote && quoteAddress && !enquiry.order && (
          <p className="mt-5 print:hidden">
            <a href={quoteAddress} className={buttonClass({ size: 'lg' })}>
              {isReady ? 'Open the quote' : 'Show the quote'}
            </a>
          </p>
        )}
      </header>
      {draft.alert && (
        <PageNotice tone="problem" role="alert">
          {draft.alert}
        </PageNotice>
      )}
      {Object.keys(draft.errors).length > 0 && (
        <PageNotice tone="problem" role="alert">
          It was not sent yet. Please see the field marked in red.
        </PageNotice>
      )}
      {draft.action === 'withdraw' && isOpen && (
        <ConfirmWithdrawal address={address} draft={draft} enquiry={enquiry} />
      )}
      {answer?.answer === 'change' && (
        <PageNotice tone={enquiry.change_waits ? 'plain' : 'done'}>
          <p>
            {`You asked for a change on ${formatMoment(answer.at)}. `}
            {enquiry.change_waits
              ? `${site.studio.short_name} will answer you.`
              : `${site.studio.short_name} has seen it.`}
          </p>
          {answer.rental_from && (
            <p className="mt-1">Other dates: {rentedDays(answer.rental_from, answer.rental_to)}</p>
          )}
          {answer.note && <p className="mt-1 break-words whitespace-pre-line">{answer.note}</p>}
        </PageNotice>
      )}
      <div className="grid gap-x-16 gap-y-12 pb-20 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <section aria-labelledby="asked-for" className="min-w-0">
          <h2 id="asked-for" className="font-display text-2xl">
            What you asked for
          </h2>
          <p className="mt-1 mb-4 text-ink-quiet tabular-nums">
            {rentedDays(enquiry.rental_from, enquiry.rental_to) || 'Without dates'}
          </p>
          <EnquiryItems items={enquiry.items} backendOrigin={backendOrigin} />
          <p className="mt-4 flex items-baseline justify-between gap-4 text-lg font-medium">
            <span>
              Total <span className="text-sm font-normal text-ink-quiet">excl. GST</span>
            </span>
            <span className="tabular-nums">{formatTotal(enquiry.total)}</span>
          </p>
          {enquiry.payable !== null && enquiry.payable !== enquiry.total && (
            <p className="mt-1 flex items-baseline justify-between gap-4 text-lg font-semibold">
              <span>
                To pay <span className="text-sm font-normal text-ink-quiet">incl. GST</span>
              </span>
              <span className="tabular-nums">{formatTotal(enquiry.payable)}</span>
            </p>
          )}
        </section>
        <div className="grid w-full max-w-md content-start gap-10 lg:sticky lg:top-8 lg:self-start print:hidden">
          {isOpen && <ChangeForms address={address} draft={draft} />}
          {isOpen && (
            <ReachedAt
              address={address}
              draft={draft}
              contact={enquiry.contact}
              isOpen={isCorrecting}
            />
          )}
          <EnquiryWays site={site} number={number} />
        </div>
      </div>
    </>
  );
}
