import { useQueryClient } from '@tanstack/react-query';
import { documentConflict, documentQuery } from '#data/documents/documents.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Options of {@link useDocumentAction}. */
export interface DocumentActionOptions<Input extends object> {
  /** Sends it; a repeat with the same key acts once. @throws {Failure} */
  send: (input: Input, key: string) => Promise<DocumentRecord>;
  onDone: (record: DocumentRecord) => void;
  /** The document is another one than was on the screen; it is read again. */
  onConflict?: () => void;
  /** Title of the notice after a failure: 'Not issued'. */
  failure: string;
}

/**
 * An action on a document that answers with a document: its record is shown at once, and everything else is
 * read again. After a conflict the document is read again.
 */
export function useDocumentAction<Input extends object>(options: DocumentActionOptions<Input>) {
  const { send, onDone, onConflict, failure } = options;
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: (input: Input) => send(input, keys.keyOf(input)),
    onSuccess: (record) => {
      keys.forget();
      queryClient.setQueryData(documentQuery(api, record.id).queryKey, record);
      onDone(record);
      void refetch();
    },
    onError: (error) => {
      notifyFailure(failure, error);
      if (documentConflict(error) === null) return;
      onConflict?.();
      void refetch();
    },
  });
}
