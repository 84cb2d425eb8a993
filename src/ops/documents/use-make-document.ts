import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { makeDocument, type DocumentSource } from '#data/documents/documents.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { DraftedKind } from '#domain/documents/document-kinds.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Makes a draft from the lines of an order or enquiry, and opens it. */
export function useMakeDocument(source: DocumentSource) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const keys = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: (kind: DraftedKind) => {
      const call = { kind, ...source };
      return makeDocument(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: (document) => {
      keys.forget();
      queryClient.setQueryData(staffKeys.document(document.id), document);
      void navigate({ to: '/ops/documents/$id', params: { id: document.id } });
    },
    onError: (error) => notifyFailure('The document was not made', error),
  });
}
