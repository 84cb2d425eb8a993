import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that never runs twice at once: calls while it is pending are ignored, also a second click
 * before the first one renders.
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
