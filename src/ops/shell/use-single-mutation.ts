import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that runs once at a time: what is asked while it runs is dropped, also a second press
 * that comes before the first one is drawn.
 */
export function useSingleMutation<Result, Input>(
  options: UseMutationOptions<Result, Error, Input>,
) {
  const running = useRef(false);
  const mutation = useMutation(options);
  return {
    ...mutation,
    mutate: (input: Input) => {
      if (running.current) return;
      running.current = true;
      mutation.mutate(input, {
        onSettled: () => {
          running.current = false;
        },
      });
    },
  };
}
