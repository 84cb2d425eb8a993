import { sendDocument } from '#data/messages/messages.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** An issued document, and the address that was chosen where there are two. */
export interface SentDocument {
  document: DocumentRecord;
  address: string | null;
}

/** Texts of the notices. */
export interface SendTexts {
  done: (document: DocumentRecord) => string;
  failure: (document: DocumentRecord) => string;
}

/** Queues an e-mail with an issued document. */
export function useSendByEmail(texts: SendTexts, onDone?: () => void) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: ({ document, address }: SentDocument) => {
      const call = { document: document.id, ...(address !== null && { address }) };
      return sendDocument(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: (_message, { document }) => {
      keys.forget();
      onDone?.();
      notify.success(texts.done(document));
      void refetch();
    },
    onError: (error, { document }) => {
      notifyFailure(texts.failure(document), error);
      // why: the addresses may have changed meanwhile.
      void refetch();
    },
  });
}
