import { useQueryClient } from '@tanstack/react-query';
import { ledgerQuery } from '#data/money.ts';
import type { RecordedPayment } from '#domain/money/ledger.ts';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../crm/shared/use-idempotency-key.ts';
import { useRefetch } from '../shell/use-refetch.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Options of {@link useMoneyAction}. */
export interface MoneyActionOptions<Input extends object> {
  /** Sends it; a repeat with the same key acts once. @throws {Failure} */
  send: (input: Input, key: string) => Promise<RecordedPayment>;
  /** The notice after a success: 'Payment recorded'. */
  success: string;
  onDone?: () => void;
  onError: (error: Error) => void;
}

/** A change of a ledger: the ledger of the answer is shown at once, and everything else is read again. */
export function useMoneyAction<Input extends object>(options: MoneyActionOptions<Input>) {
  const { send, success, onDone, onError } = options;
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: (input: Input) => send(input, keys.keyOf(input)),
    onSuccess: ({ ledger, warning }) => {
      keys.forget();
      queryClient.setQueryData(ledgerQuery(api, ledger.order.id).queryKey, ledger);
      notify.success(success, warning === null ? {} : { description: warning });
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
