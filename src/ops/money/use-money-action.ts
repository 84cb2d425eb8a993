import { useQueryClient } from '@tanstack/react-query';
import { ledgerQuery } from '#data/money/money.ts';
import type { RecordedPayment } from '#domain/money/ledger.ts';
import { notify } from '#ui/toast.tsx';
import type { IdempotencyKeys } from '../kit/use-idempotency-key.ts';
import { usePdfDownload } from '../documents/use-pdf-download.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Options of {@link useMoneyAction}. */
export interface MoneyActionOptions<Input extends object> {
  /** Sends it; a repeat with the same key acts once. @throws {Failure} */
  send: (input: Input, key: string) => Promise<RecordedPayment>;
  keys: IdempotencyKeys;
  /** The notice after a success: 'Payment recorded'. */
  success: string;
  onDone?: () => void;
  onError: (error: Error) => void;
}

/**
 * A change of a ledger: the ledger of the answer is shown at once, and everything else is read again. A
 * warning stays until it is dismissed; a voucher that was issued is offered as PDF.
 */
export function useMoneyAction<Input extends object>(options: MoneyActionOptions<Input>) {
  const { send, keys, success, onDone, onError } = options;
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const download = usePdfDownload();
  return useSingleMutation({
    mutationFn: (input: Input) => send(input, keys.keyOf(input)),
    onSuccess: ({ ledger, warning, voucher: id }) => {
      keys.forget();
      queryClient.setQueryData(ledgerQuery(api, ledger.order.id).queryKey, ledger);
      const issued = ledger.rows.find(({ voucher }) => voucher !== null && voucher.id === id);
      const title = issued?.voucher?.number;
      // why: the warning of the entry before would hide this notice.
      notify.dismiss('success');
      notify.success(success, {
        ...(warning !== null && { description: warning, stays: true }),
        ...(id !== null &&
          title !== undefined && {
            description: [`${title} was issued.`, warning].filter(Boolean).join(' '),
            action: {
              label: 'PDF',
              onClick: () => download.mutate(async () => ({ id, title })),
            },
          }),
      });
      onDone?.();
      void refetch();
    },
    onError: (error) => {
      onError(error);
      // why: the ledger has changed meanwhile, or was changed by a call whose answer was lost.
      void refetch();
    },
  });
}
