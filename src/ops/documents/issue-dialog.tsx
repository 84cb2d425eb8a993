import { useState } from 'react';
import { issueDocument } from '#data/documents.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { DOCUMENT_NAMES, documentTitle } from '#domain/documents/document-text.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { useDocumentAction } from './use-document-action.ts';

/** Props of {@link IssueDialog}. */
export interface IssueDialogProps {
  /** The saved draft to issue; null while the dialog is closed. */
  draft: DocumentRecord | null;
  onClose: () => void;
}

/** Asks whether to issue a draft, with its number and total; afterwards nothing of it can be changed. */
export function IssueDialog({ draft, onClose }: IssueDialogProps) {
  const api = useStaffApi();
  // why the last one: the text stays while the dialog closes.
  const [last, setLast] = useState(draft);
  if (draft !== null && draft !== last) setLast(draft);
  const issue = useDocumentAction({
    send: ({ id, version }: DocumentRecord, key) => issueDocument(api, { id, version, key }),
    onDone: (record) => {
      onClose();
      notify.success(`${documentTitle(record)} issued`);
    },
    onConflict: onClose,
    failure: 'Not issued',
  });
  const name = last ? DOCUMENT_NAMES[last.kind].toLowerCase() : '';
  return (
    <ConfirmDialog
      open={draft !== null}
      title={`Issue this ${name}?`}
      text={
        last && (
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink tabular-nums">
            <dt className="text-ink-quiet">Number</dt>
            <dd className="text-right">{last.number ?? last.next_number ?? 'the next one'}</dd>
            <dt className="text-ink-quiet">Customer</dt>
            <dd className="text-right break-words">
              {last.billing_profile?.legal_name ?? last.customer.name}
            </dd>
            <dt className="text-ink-quiet">Total</dt>
            <dd className="text-right text-base font-semibold">{formatTotal(last.sums.total)}</dd>
          </dl>
        )
      }
      onCancel={onClose}
    >
      <Button busy={issue.isPending} onClick={() => draft && issue.mutate(draft)}>
        {issue.isPending ? 'issuing...' : `issue ${name}`}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        cancel
      </Button>
    </ConfirmDialog>
  );
}
