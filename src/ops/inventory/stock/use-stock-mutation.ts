import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';

/** Options of {@link useStockMutation}. */
export interface StockMutationOptions<Input, Result> {
  /** Title of the notice if it fails. */
  failure: string;
  /** @throws {Failure} */
  save: (input: Input) => Promise<Result>;
  onSaved: (result: Result, input: Input) => void;
}

/** A change of an item's stock: saved once, then the open figures are read again. */
export function useStockMutation<Input, Result>(options: StockMutationOptions<Input, Result>) {
  const refetch = useRefetch();
  return useSingleMutation<Result, Input>({
    mutationFn: options.save,
    onSuccess: options.onSaved,
    onError: (error) => notifyFailure(options.failure, error),
    // why: an item's stock shows in lists, in kits and in the calendars of its components.
    onSettled: refetch,
  });
}
