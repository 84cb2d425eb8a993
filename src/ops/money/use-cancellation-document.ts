import { useNavigate } from '@tanstack/react-router';
import {
  changeDocument,
  issueDocument,
  makeCreditNote,
  makeDocument,
} from '#data/documents/documents.ts';
import type { StaffApi } from '#data/core/staff-api.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { cancellationLines, type CancellationLine } from '#domain/money/cancellation.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { useDocumentAction } from '../documents/use-document-action.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** A document that settles a cancelled order; otherwise than issued, its draft is opened. */
export type CancellationDocument = { isIssued: boolean } & (
  | { kind: 'credit'; invoice: string }
  | { kind: 'retained'; lines: readonly CancellationLine[] }
);

/**
 * Makes a credit note or the invoice for what the studio retains of a cancelled order, and issues or opens it.
 * @param onIssued the step is done: its buttons disappear
 */
export function useCancellationDocument({ id, number }: Ledger['order'], onIssued: () => void) {
  const api = useStaffApi();
  const navigate = useNavigate();
  const open = (draft: DocumentRecord) =>
    void navigate({ to: '/ops/documents/$id', params: { id: draft.id } });
  return useDocumentAction({
    send: async (wanted: CancellationDocument, key) => {
      const draft =
        wanted.kind === 'retained'
          ? await draftInvoice(api, id, wanted.lines, key)
          : await makeCreditNote(api, {
              invoice: wanted.invoice,
              lines: null,
              reason: `Cancellation of ${number}`,
              key,
            });
      // why the state: a repeat after a lost answer finds the document that was issued.
      if (!wanted.isIssued || draft.state !== 'draft') return draft;
      try {
        return await issueDocument(api, {
          id: draft.id,
          version: draft.version,
          key: randomUuid(),
        });
      } catch (error) {
        // Its page says what is missing.
        open(draft);
        throw error;
      }
    },
    onDone: (document) => {
      if (document.state === 'draft') return open(document);
      notify.success(`${document.number} issued`);
      onIssued();
    },
    failure: 'The document was not issued',
  });
}

async function draftInvoice(
  api: StaffApi,
  order: string,
  lines: readonly CancellationLine[],
  key: string,
): Promise<DocumentRecord> {
  const draft = await makeDocument(api, { kind: 'invoice', order, key });
  if (draft.state !== 'draft') return draft;
  return changeDocument(api, {
    id: draft.id,
    version: draft.version,
    draft: {
      billing_profile: draft.billing_profile?.id ?? null,
      place_of_supply: draft.place_reason === 'set' ? draft.place_of_supply : null,
      valid_until: null,
      discount_percent: null,
      discount_amount: null,
      notes: '',
      lines: cancellationLines(lines),
    },
    key: randomUuid(),
  });
}
