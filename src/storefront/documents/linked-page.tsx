import type { LinkedDocument } from '#data/documents/linked-document-answers.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { formatTotal } from '#domain/money.ts';
import { Paragraphs } from '#storefront/texts/paragraphs.tsx';
import { buttonClass } from '#ui/button.tsx';
import { WhichIsMeant } from './which-is-meant.tsx';
import { AnswerForms, DefaultAnswer } from './answer-forms.tsx';
import type { DocumentSite } from './document-frame.tsx';
import { DocumentIntro } from './document-intro.tsx';
import { LinkedLines } from './linked-lines.tsx';
import { DocumentTaxes, DocumentTotals } from './document-totals.tsx';
import { HowToPay } from './how-to-pay.tsx';
import type { AnswerDraft } from './posted-answer.ts';
import { PageNotice, StateNotice } from './state-notice.tsx';
import { WhatChanged } from './what-changed.tsx';

interface LinkedPageProps extends Omit<DocumentSite, 'fonts'> {
  linked: LinkedDocument;
  /** Address that the forms are posted to. */
  address: string;
  /** Address of the PDF; null for none. */
  pdf: string | null;
  draft: AnswerDraft;
  /** The revision that an answer was meant for, when a newer one replaced it. */
  seen?: FrozenDocument | null | undefined;
  toldPayment: boolean;
}

/** A quote, invoice or voucher as its customer reads and answers it (docs/product/documents.md). */
export function LinkedPage(props: LinkedPageProps) {
  const { linked, site, backendOrigin, address, pdf, draft, seen, toldPayment } = props;
  const { document, state, pay, paid, preview, policy_url } = linked;
  const canAccept = state === 'open' || state === 'declined';
  const isOpen = canAccept || state === 'expired' || state === 'changed';
  const form = { address, hash: linked.hash, draft, isDisabled: preview };
  const hasAside = isOpen || pay !== null;
  return (
    <>
      <DocumentIntro linked={linked} pdf={pdf} />
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
      {draft.asksWhichIsMeant && canAccept && <WhichIsMeant draft={draft} document={document} />}
      {isOpen && <DefaultAnswer canAccept={canAccept} isDisabled={preview} />}
      {seen !== undefined && <WhatChanged seen={seen} current={document} />}
      <StateNotice linked={linked} studio={site.studio.short_name} toldPayment={toldPayment} />
      <div
        className={`grid gap-x-16 gap-y-12 pb-20 print:block ${hasAside ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}`}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
          <div>
            <h2 className="sr-only">Lines</h2>
            <LinkedLines
              document={document}
              backendOrigin={backendOrigin}
              draft={isOpen ? draft : null}
              isDisabled={preview}
            />
            <DocumentTotals document={document} paid={paid} />
          </div>
          {DOCUMENT_FACTS[document.kind].isTaxDocument && document.taxes.length > 0 && (
            <DocumentTaxes taxes={document.taxes} />
          )}
          <DocumentTexts document={document} policyUrl={policy_url} />
          <Parties document={document} />
          {(isOpen || pay) && (
            <div className="sticky bottom-0 z-10 -mx-(--edge) flex items-center justify-between gap-4 border-t border-rule bg-paper px-(--edge) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden print:hidden">
              <span className="text-lg font-medium tabular-nums">
                {formatTotal(isOpen || !pay ? document.sums.total : pay.amount)}
              </span>
              <a href={isOpen ? '#answer' : '#pay'} className={buttonClass()}>
                {isOpen ? 'Answer' : 'How to pay'}
              </a>
            </div>
          )}
        </div>
        {hasAside && (
          <div
            className={`grid w-full max-w-md content-start gap-12 print:mt-6 ${pay ? '' : 'lg:sticky lg:top-8 lg:self-start'}`}
          >
            {isOpen && (
              <AnswerForms
                {...form}
                total={document.sums.total}
                policyUrl={policy_url}
                canAccept={canAccept}
              />
            )}
            {pay && <HowToPay {...form} pay={pay} number={document.number} />}
          </div>
        )}
      </div>
    </>
  );
}

/** Notes, terms and the policy. */
function DocumentTexts({ document, policyUrl }: { document: FrozenDocument; policyUrl: string }) {
  const texts = [
    ['Reason', document.reason ?? ''],
    ['Notes', document.notes],
    ['Terms', document.terms],
  ].filter(([, text]) => text !== '');
  return (
    <section aria-label="Notes and terms" className="grid max-w-prose gap-5 text-sm">
      {texts.map(([label, text = '']) => (
        <div key={label}>
          <h2 className="font-medium">{label}</h2>
          <div className="mt-1 grid gap-1 text-pretty text-ink-quiet">
            <Paragraphs text={text} />
          </div>
        </div>
      ))}
      {DOCUMENT_FACTS[document.kind].isOffer && (
        <p className="print:hidden">
          <a
            href={policyUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-teal hover:text-teal-deep hover:underline"
          >
            Studio policy: cancelling, late returns, damage
          </a>
        </p>
      )}
    </section>
  );
}

/** Studio and customer, with what a tax invoice has to name. */
function Parties({ document }: { document: FrozenDocument }) {
  const { studio, customer, place_of_supply: place, kind } = document;
  const { isTaxDocument } = DOCUMENT_FACTS[kind];
  const stateText = (state: { code: string; name: string } | null) =>
    state && `State: ${state.name} (${state.code})`;
  return (
    <section
      aria-label="Studio and customer"
      className="grid gap-x-10 gap-y-6 border-t border-rule pt-6 text-sm sm:grid-cols-2 print:grid-cols-2 print:break-inside-avoid"
    >
      <Party
        label="From"
        name={studio.legal_name || studio.name}
        rows={[
          ...studio.address,
          stateText(studio.state),
          studio.gstin && `GSTIN ${studio.gstin}`,
          studio.pan && `PAN ${studio.pan}`,
          studio.email,
        ]}
      />
      <Party
        label={isTaxDocument ? 'Billed to' : 'For'}
        name={customer.legal_name || customer.name}
        rows={[
          ...customer.address.split('\n'),
          stateText(customer.state),
          customer.gstin && `GSTIN ${customer.gstin}`,
        ]}
      />
      {document.endorsement && <p className="sm:col-span-2">{document.endorsement}</p>}
      {isTaxDocument && (
        <p className="text-ink-quiet sm:col-span-2">
          {[
            place && `Place of supply: ${place.name} (${place.code})`,
            document.reverse_charge
              ? 'Tax is payable on reverse charge'
              : 'Tax is not payable on reverse charge',
            studio.signatory && `Signatory: ${studio.signatory}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {document.footer && <p className="text-xs text-ink-quiet sm:col-span-2">{document.footer}</p>}
    </section>
  );
}

interface PartyProps {
  label: string;
  name: string;
  rows: readonly (string | null)[];
}

function Party({ label, name, rows }: PartyProps) {
  return (
    <div>
      <h2 className="text-xs text-ink-quiet">{label}</h2>
      <p className="mt-1 font-medium">{name}</p>
      {rows
        .filter((row) => row !== null && row !== '')
        .map((row) => (
          <p key={row} className="text-ink-quiet">
            {row}
          </p>
        ))}
    </div>
  );
}
