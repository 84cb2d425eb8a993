import { useRef, useState } from 'react';
import { issueDocument } from '#data/documents/documents.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { shortTexts, validityText } from '#domain/documents/quote-warnings.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { UnprintableSigns } from './unprintable-signs.tsx';
import { useDocumentAction } from './use-document-action.ts';
import { useSendByEmail, type SendTexts } from './use-send-by-email.ts';
import { openTab, useSendByWhatsApp } from './use-send-by-whatsapp.ts';

export interface IssueDialogProps {
  /** The saved draft to issue; null while the dialog is closed. */
  draft: DocumentRecord | null;
  /** The places of its lines among those on the screen. */
  places: readonly number[];
  onClose: () => void;
}

const SENT: SendTexts = {
  done: (document) => `${documentTitle(document)} issued, its e-mail is on its way`,
  failure: (document) => `${documentTitle(document)} is issued, but its e-mail was not queued`,
};

/**
 * Asks whether to issue a draft, with its number and total; afterwards nothing of it can be changed. Sends it too, where
 * there is one address of the customer.
 */
export function IssueDialog({ draft, places, onClose }: IssueDialogProps) {
  const api = useStaffApi();
  // why the last one: the text stays while the dialog closes.
  const [last, setLast] = useState(draft);
  if (draft !== null && draft !== last) setLast(draft);
  const sending = useRef<'by e-mail' | { tab: Window | null } | null>(null);
  const mail = useSendByEmail(SENT);
  const chat = useSendByWhatsApp();
  const issue = useDocumentAction({
    send: ({ id, version }: DocumentRecord, key) =>
      issueDocument(api, { id, version, key }).catch((error: unknown) => {
        closeTab(sending.current);
        throw error;
      }),
    onDone: (record) => {
      onClose();
      const way = sending.current;
      if (way === 'by e-mail') mail.mutate({ document: record, address: null });
      else if (way) chat.mutate({ document: record, tab: way.tab });
      else notify.success(`${documentTitle(record)} issued`);
    },
    onConflict: onClose,
    failure: 'Not issued',
  });
  const warnings = last ? warningsOf(last) : [];
  const name = last ? DOCUMENT_FACTS[last.kind].name.toLowerCase() : '';
  const email = last?.addresses === null ? last.customer.email : null;
  const start = (way: typeof sending.current) => {
    sending.current = way;
    if (draft) issue.mutate(draft);
  };
  return (
    <ConfirmDialog
      open={draft !== null}
      title={`Issue this ${name}?`}
      text={
        last && (
          <>
            <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink tabular-nums">
              <dt className="text-ink-quiet">Number</dt>
              <dd className="text-right">{last.number ?? last.next_number ?? 'the next one'}</dd>
              <dt className="text-ink-quiet">Customer</dt>
              <dd className="text-right break-words">
                {last.billing_profile?.legal_name ?? last.customer.name}
              </dd>
              {email && (
                <>
                  <dt className="text-ink-quiet">E-mail</dt>
                  <dd className="text-right break-words">
                    {email.slice(0, email.indexOf('@') + 1)}
                    <wbr />
                    {email.slice(email.indexOf('@') + 1)}
                  </dd>
                </>
              )}
              <dt className="text-ink-quiet">Total</dt>
              <dd className="text-right text-base font-semibold">{formatTotal(last.sums.total)}</dd>
            </dl>
            {warnings.length > 0 && (
              <div role="status" className="mt-3 rounded-sm bg-amber-pale px-3 py-2.5 text-ink">
                <p className="font-medium">As it stands, this quote cannot be kept:</p>
                <ul className="mt-1 list-disc space-y-1 pl-5">
                  {warnings.map((warning) => (
                    <li key={warning} className="break-words">
                      {warning}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div className="mt-3 empty:hidden">
              {draft && <UnprintableSigns document={draft} places={places} onLeave={onClose} />}
            </div>
          </>
        )
      }
      onCancel={onClose}
    >
      {email && (
        <Button busy={issue.isPending} onClick={() => start('by e-mail')}>
          Issue and send
        </Button>
      )}
      {last?.customer.mobile && (
        <Button
          variant={email ? 'secondary' : 'primary'}
          busy={issue.isPending}
          onClick={() => start({ tab: openTab() })}
        >
          Issue, then WhatsApp
        </Button>
      )}
      <Button
        variant={email || last?.customer.mobile ? 'secondary' : 'primary'}
        busy={issue.isPending}
        onClick={() => start(null)}
      >
        {issue.isPending
          ? 'Issuing...'
          : `Issue ${name}${warnings.length > 0 ? ' all the same' : ''}`}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}

/** Closes the tab that was to show a message about a document that was not issued. */
const closeTab = (way: 'by e-mail' | { tab: Window | null } | null) => {
  if (way !== null && way !== 'by e-mail') way.tab?.close();
};

/** Promises of a quote that cannot be kept now. */
const warningsOf = ({ kind, short, lines, valid_until, first_day }: DocumentRecord): string[] => {
  const validity = DOCUMENT_FACTS[kind].isOffer ? validityText(valid_until, first_day) : null;
  const texts = shortTexts(short, lines).map(({ text }) => text);
  return validity === null ? texts : [...texts, validity];
};
