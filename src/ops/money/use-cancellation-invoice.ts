import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { changeDocument, makeDocument } from '#data/documents/documents.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { cancellationLines, type CancellationLine } from '#domain/money/cancellation.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { randomUuid } from '#domain/uuid.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Makes a draft of the invoice for what the studio retains of a cancelled order, and opens it. */
export function useCancellationInvoice({ id }: Ledger['order']) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const keys = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: async (lines: readonly CancellationLine[]) => {
      // why the same key: a repeat after a lost answer changes the draft that was made, as it is now.
      const draft = await makeDocument(api, {
        kind: 'invoice',
        order: id,
        key: keys.keyOf({ order: id }),
      });
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
    },
    onSuccess: (document) => {
      keys.forget();
      queryClient.setQueryData(staffKeys.document(document.id), document);
      void navigate({ to: '/ops/documents/$id', params: { id: document.id } });
    },
    onError: (error) => notifyFailure('The invoice was not made', error),
  });
}
