import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { documentQuery, printedDocumentQuery, takeSourceLines } from '#data/documents/documents.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { missingText } from '#domain/documents/document-text.ts';
import { documentSums } from '#domain/documents/sums.ts';
import { zeroRatedSupply } from '#domain/documents/zero-rated.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { Said } from '#ui/said.tsx';
import { notify } from '#ui/toast.tsx';
import { UnsavedMark } from '../kit/unsaved-mark.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { BillingFields } from './billing-fields.tsx';
import { DiscardButton } from './discard-button.tsx';
import { DocumentHeading } from './document-heading.tsx';
import { DocumentLines } from './document-lines.tsx';
import { SumsList } from './document-sums.tsx';
import { DocumentTerms } from './document-terms.tsx';
import { DraftConflict } from './draft-conflict.tsx';
import { focusField } from './field-ids.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { focusMissing, MissingFields } from './missing-fields.tsx';
import { PdfButton } from './pdf-button.tsx';
import { PreviewButton } from './preview-button.tsx';
import { ShortQuoteLines } from './short-quote-lines.tsx';
import { SourceNotice } from './source-notice.tsx';
import { UnprintableSigns } from './unprintable-signs.tsx';
import { useDocumentAction } from './use-document-action.ts';
import { useDocumentDraft, type DocumentEditing } from './use-document-draft.ts';

/** The editor of a draft. Ctrl Enter issues it, after a question. */
export function DocumentEditor({ read }: { read: DocumentRecord }) {
  const editing = useDocumentDraft(read);
  const { record, edited, typed, problems, isSaved, unsaved, saveNow, adopt } = editing;
  const [issuing, setIssuing] = useState<DocumentRecord | null>(null);
  const api = useStaffApi();
  const queryClient = useQueryClient();
  // why also while it is saved: the server's sums and these must be the same (decision 0076).
  const preview = documentSums(typed.draft.lines, {
    discount_percent: typed.draft.discount_percent,
    discount_amount: typed.draft.discount_amount,
    studioState: record.studio.state_code,
    isRegistered: record.studio.is_registered,
    ...placeOfSupply(editing),
    placeIsSet: edited.place_of_supply !== null,
    roundOff: record.studio.round_off,
  });
  const sums = isSaved ? record.sums : preview.sums;
  /** The draft with the stock of this moment, which is no part of its version. */
  const readNow = async (saved: DocumentRecord) =>
    DOCUMENT_FACTS[saved.kind].isOffer
      ? queryClient.fetchQuery(documentQuery(api, saved.id)).catch(() => saved)
      : saved;
  const askToIssue = async () => {
    const saved = await saveNow();
    const [wrong] = Object.keys(problems);
    const missing = saved?.missing ?? [];
    const [first] = missing;
    if (saved && !first) {
      // why: the dialog says at once what cannot be printed.
      const printed = queryClient.fetchQuery(printedDocumentQuery(api, saved)).catch(() => null);
      const [now] = await Promise.all([readNow(saved), printed]);
      setIssuing(now);
    } else if (wrong !== undefined) focusField(wrong);
    else if (first && (!focusMissing(first, typed.places) || missing.length > 1)) {
      notify.failure('Not ready to be issued', { description: missingText(missing) });
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    void askToIssue();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <DocumentHeading
        document={record}
        mark={
          unsaved === null ? (
            <SavedText isSaved={isSaved} />
          ) : (
            <UnsavedMark id="document-unsaved" reason={unsaved} />
          )
        }
      >
        <DiscardButton document={record} onDiscard={() => adopt(record)} />
        <PreviewButton document={record} save={saveNow} />
        <PdfButton document={record} save={saveNow} />
      </DocumentHeading>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-4">
          <DraftConflict editing={editing} />
          <SourceChanged editing={editing} />
          {editing.refusal !== '' && (
            <p role="alert" className="rounded-sm bg-red-pale px-3 py-2 text-sm text-red">
              Not saved. {editing.refusal}
            </p>
          )}
          {isSaved && <ShortQuoteLines document={record} places={typed.places} />}
          <UnprintableSigns document={record} places={typed.places} />
          <DocumentLines editing={editing} amounts={preview.lines} />
        </div>
        <div className="space-y-5">
          <BillingFields editing={editing} />
          <div className="space-y-3">
            <DocumentTerms editing={editing} />
          </div>
          <div className="space-y-4 rounded-md border border-rule p-4">
            <SumsList sums={sums} />
            {isSaved && edited.lines.length > 0 && (
              <MissingFields missing={record.missing} places={typed.places} />
            )}
          </div>
        </div>
      </div>
      <div
        data-action-bar
        className="sticky bottom-(--bottom-bar) z-10 mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule bg-paper py-3"
      >
        <p className="text-sm text-ink-quiet">
          Total{' '}
          <span className="text-base font-semibold text-ink tabular-nums">
            {formatTotal(sums.total)}
          </span>
          <Said>{`Total ${formatTotal(sums.total)}`}</Said>
        </p>
        <Button aria-keyshortcuts="Control+Enter" onClick={() => void askToIssue()}>
          Issue {DOCUMENT_FACTS[record.kind].word}
        </Button>
      </div>
      <IssueDialog draft={issuing} places={typed.places} onClose={() => setIssuing(null)} />
    </>
  );
}

/** The place of supply that the sums are previewed with, as set here or as the server found it, and how it is zero-rated. */
function placeOfSupply({ record, edited, typed }: DocumentEditing) {
  const profile = record.billing_profiles.find(({ id }) => id === edited.billing_profile) ?? null;
  const lines = typed.draft.lines.filter(({ kind }) => kind !== 'heading');
  const isOnPremises = lines.length > 0 && lines.every(({ place }) => place === 'premises');
  const found = isOnPremises
    ? record.studio.state_code
    : (profile?.state_code ?? record.place_of_supply);
  const place = edited.place_of_supply ?? found;
  const zeroRated = record.studio.is_registered ? zeroRatedSupply(place, profile) : null;
  return { placeOfSupply: place, zeroRated };
}

const SavedText = ({ isSaved }: { isSaved: boolean }) => (
  <span className="text-xs text-ink-quiet">{isSaved ? 'Saved' : 'Saving...'}</span>
);

/** Offers the lines of an order or enquiry that has changed since they were read. */
function SourceChanged({ editing }: { editing: DocumentEditing }) {
  const { record, saveNow, adopt } = editing;
  const api = useStaffApi();
  const take = useDocumentAction({
    send: async ({ id, version }: { id: string; version: number }, key) =>
      takeSourceLines(api, { id, version, key }),
    onDone: (taken) => {
      adopt(taken);
      notify.success('Lines read again');
    },
    failure: 'The lines were not read again',
  });
  if (!record.source_changed) return null;
  return (
    <SourceNotice document={record}>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        busy={take.isPending}
        onClick={() => void saveNow().then((saved) => saved && take.mutate(saved))}
      >
        {take.isPending ? 'Reading...' : 'Replace the lines by its lines'}
      </Button>
    </SourceNotice>
  );
}
